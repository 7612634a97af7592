//! Texts of a workbook: those that its cells share, and those of runs with formats of their own.

use std::borrow::Cow;

use super::{
    unreadable,
    xml::{Node, Xml, append, attribute},
    zip::Part,
};
use crate::{
    SheetError,
    read::grid::{Grid, Span},
};

/// The texts that cells name by their number. They lie in the grid's buffer, each where the one before ends.
#[derive(Default)]
pub(super) struct Shared {
    ends: Vec<u32>,
}

impl Shared {
    pub fn get(&self, number: usize) -> Option<Span> {
        let start = number.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        Some(Span::new(start, *self.ends.get(number)?))
    }
}

/// Reads the shared texts into a grid that has no text yet.
pub(super) fn shared(part: Part<'_, '_>, grid: &mut Grid<'_>) -> Result<Shared, SheetError> {
    let mut xml = Xml::new(part);
    let (mut texts, mut text) = (Texts::default(), String::new());
    let mut shared = Shared::default();
    xml.enter("sst")?;
    loop {
        let is_text = match xml.next()? {
            Node::Open(tag) => tag.local_name().as_ref() == "si",
            Node::Text(_) | Node::Aside => continue,
            Node::Close | Node::End => break,
        };
        if !is_text {
            xml.skip()?;
            continue;
        }
        // How many there are, the part itself says too; nothing rests on that.
        if shared.ends.len() >= grid.limits.cells {
            return Err(SheetError::TooLarge("texts"));
        }
        text.clear();
        texts.read(&mut xml, &mut text)?;
        shared.ends.push(grid.keep(&text)?.end());
    }
    xml.finish()?;
    Ok(shared)
}

/// Reads texts, with room that is used again for each.
#[derive(Default)]
pub(super) struct Texts {
    piece: String,
}

/// What stands within a text.
enum Within {
    Piece { kept_white: bool },
    Run,
    Other,
}

impl Texts {
    /// Reads the text of the tag that was just opened, run after run; how it is pronounced is passed.
    pub fn read(&mut self, xml: &mut Xml<'_, '_>, into: &mut String) -> Result<(), SheetError> {
        let mut in_run = false;
        loop {
            let within = match xml.next()? {
                Node::Open(tag) => match tag.local_name().as_ref() {
                    "t" => Within::Piece { kept_white: attribute(&tag, "space")?.as_deref() == Some("preserve") },
                    "r" if !in_run => Within::Run,
                    _ => Within::Other,
                },
                Node::Close if in_run => {
                    in_run = false;
                    continue;
                }
                Node::Close => return Ok(()),
                Node::End => return Err(unreadable("a part is cut off")),
                Node::Text(_) | Node::Aside => continue,
            };
            match within {
                Within::Piece { kept_white } => {
                    xml.text(&mut self.piece)?;
                    let white = [' ', '\t', '\r', '\n'];
                    let piece = if kept_white { &self.piece } else { self.piece.trim_matches(white) };
                    append(into, &unescape(piece))?;
                }
                Within::Run => in_run = true,
                Within::Other => xml.skip()?,
            }
        }
    }
}

/// Bytes of `_x000D_`.
const ESCAPE: usize = 7;

/// Resolves what a spreadsheet writes for characters that XML cannot hold: `_x000D_`, a UTF-16 unit each.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    let Some(first) = text.match_indices("_x").map(|(at, _)| at).find(|at| unit(text, *at).is_some()) else {
        return Cow::Borrowed(text);
    };
    let mut whole = String::with_capacity(text.len());
    let (mut rest, mut next) = (text, Some(first));
    while let Some(at) = next {
        let mut units = Vec::new();
        let mut end = at;
        while let Some(unit) = unit(rest, end) {
            units.push(unit);
            end += ESCAPE;
        }
        whole.push_str(rest.get(..at).unwrap_or_default());
        whole.extend(char::decode_utf16(units).map(|found| found.unwrap_or(char::REPLACEMENT_CHARACTER)));
        rest = rest.get(end..).unwrap_or_default();
        next = rest.match_indices("_x").map(|(at, _)| at).find(|at| unit(rest, *at).is_some());
    }
    whole.push_str(rest);
    Cow::Owned(whole)
}

/// The UTF-16 unit that is written at a place.
fn unit(text: &str, at: usize) -> Option<u16> {
    let digits = text.get(at..at + ESCAPE)?.strip_prefix("_x")?.strip_suffix('_')?;
    let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    hexadecimal.then(|| u16::from_str_radix(digits, 16).ok()).flatten()
}
