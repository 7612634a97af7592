//! The cells of a sheet, row by row.

use std::borrow::Cow;

use super::{
    strings::{Shared, Texts, unescape},
    unreadable,
    xml::{Node, Xml, attribute},
    zip::Part,
};
use crate::{SheetError, read::grid::Grid};

/// Rows and columns that a sheet can have.
const ROWS: u32 = 1_048_576;
const COLUMNS: usize = 16_384;

/// What the value of a cell is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A number where the file says so, and a number or a text where it says nothing.
    Number {
        sure: bool,
    },
    /// The number of a shared text.
    Shared,
    Boolean,
    /// A text as it is: of an error or a date.
    Plain,
    /// What a formula came to.
    Formula,
    /// A text that stands in the cell, under another tag than values.
    Inline,
}

impl Kind {
    fn of(name: Option<&str>) -> Result<Self, SheetError> {
        Ok(match name {
            None => Self::Number { sure: false },
            Some("n") => Self::Number { sure: true },
            Some("s") => Self::Shared,
            Some("b") => Self::Boolean,
            Some("e" | "d") => Self::Plain,
            Some("str") => Self::Formula,
            Some("inlineStr" | "is") => Self::Inline,
            Some(_) => return Err(unreadable("a cell of an unknown kind")),
        })
    }
}

/// Reads all cells that have a text.
pub(super) fn read(part: Part<'_, '_>, shared: &Shared, grid: &mut Grid<'_>) -> Result<(), SheetError> {
    let mut xml = Xml::new(part);
    xml.enter("worksheet")?;
    loop {
        let rows = match xml.next()? {
            Node::Open(tag) => tag.local_name().as_ref() == "sheetData",
            Node::Text(_) | Node::Aside => continue,
            Node::Close | Node::End => return Err(unreadable("a sheet without rows")),
        };
        if rows {
            break;
        }
        xml.skip()?;
    }
    let mut rows = Rows { shared, grid, row: 0, texts: Texts::default(), text: String::new(), value: String::new() };
    rows.read(&mut xml)?;
    xml.finish()
}

struct Rows<'a, 'g> {
    shared: &'a Shared,
    grid: &'a mut Grid<'g>,
    /// The row that is read, from 1.
    row: u32,
    texts: Texts,
    /// The text in the cell.
    text: String,
    /// Its value, where that is something else.
    value: String,
}

impl Rows<'_, '_> {
    fn read(&mut self, xml: &mut Xml<'_, '_>) -> Result<(), SheetError> {
        loop {
            let row = match xml.next()? {
                Node::Open(tag) if tag.local_name().as_ref() == "row" => match attribute(&tag, "r")? {
                    Some(number) => Some(number.parse().map_err(|_| unreadable("a row without a number"))?),
                    None => Some(self.row + 1),
                },
                Node::Open(_) => None,
                Node::Close => return Ok(()),
                Node::Text(_) | Node::Aside | Node::End => continue,
            };
            let Some(row) = row else {
                xml.skip()?;
                continue;
            };
            // Every spreadsheet writes them so, and takes a file with others for a broken one.
            if row <= self.row || row > ROWS {
                return Err(unreadable(format!("row {row} is out of order")));
            }
            self.row = row;
            self.read_row(xml)?;
        }
    }

    fn read_row(&mut self, xml: &mut Xml<'_, '_>) -> Result<(), SheetError> {
        let mut next = 0;
        loop {
            let cell = match xml.next()? {
                Node::Open(tag) if tag.local_name().as_ref() == "c" => {
                    let column = match attribute(&tag, "r")? {
                        Some(name) => self.column(&name)?,
                        None => next,
                    };
                    Some((column, Kind::of(attribute(&tag, "t")?.as_deref())?))
                }
                Node::Open(_) => None,
                Node::Close => return Ok(()),
                Node::Text(_) | Node::Aside | Node::End => continue,
            };
            let Some((column, kind)) = cell else {
                xml.skip()?;
                continue;
            };
            if column < next || column >= COLUMNS {
                return Err(unreadable(format!("the cells of row {} are out of order", self.row)));
            }
            next = column + 1;
            self.read_cell(xml, column, kind)?;
        }
    }

    /// The column, from 0, of a cell's name in this row: 27 of `AB7`.
    fn column(&self, name: &str) -> Result<usize, SheetError> {
        let wrong = || unreadable(format!("a cell of row {} has a wrong name", self.row));
        let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
        let (letters, row) = name.split_at(letters);
        if letters.is_empty() || letters.len() > 3 || row.parse() != Ok(self.row) {
            return Err(wrong());
        }
        let number =
            letters.bytes().fold(0, |number, letter| number * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1);
        Ok(number - 1)
    }

    fn read_cell(&mut self, xml: &mut Xml<'_, '_>, column: usize, kind: Kind) -> Result<(), SheetError> {
        self.text.clear();
        self.value.clear();
        loop {
            enum Within {
                Value,
                Text,
                Other,
            }
            let within = match xml.next()? {
                Node::Open(tag) => match tag.local_name().as_ref() {
                    "v" if kind != Kind::Inline => Within::Value,
                    "is" => Within::Text,
                    _ => Within::Other,
                },
                Node::Close => break,
                Node::Text(_) | Node::Aside | Node::End => continue,
            };
            match within {
                Within::Value => xml.text(&mut self.value)?,
                Within::Text => {
                    self.text.clear();
                    self.texts.read(xml, &mut self.text)?;
                }
                // A formula: what it came to is the cell's value.
                Within::Other => xml.skip()?,
            }
        }
        if !self.text.is_empty() {
            return self.grid.put(self.row, column, &self.text);
        }
        let value = self.value.trim();
        if value.is_empty() {
            return Ok(());
        }
        let (row, grid) = (self.row, &mut *self.grid);
        match kind {
            Kind::Number { sure } => match number(value) {
                Some(text) => grid.put(row, column, &text),
                None if sure => Err(unreadable(format!("a number of row {row} is none"))),
                None => grid.put(row, column, value),
            },
            Kind::Shared => {
                let span = value.parse().ok().and_then(|number| self.shared.get(number));
                grid.show(row, column, span.ok_or_else(|| unreadable(format!("a text of row {row} is missing")))?)
            }
            Kind::Boolean => match value {
                "0" => grid.put(row, column, "false"),
                "1" => grid.put(row, column, "true"),
                other if other.eq_ignore_ascii_case("true") || other.eq_ignore_ascii_case("false") => {
                    grid.put(row, column, &other.to_ascii_lowercase())
                }
                _ => Err(unreadable(format!("a cell of row {row} is neither true nor false"))),
            },
            Kind::Plain | Kind::Inline => grid.put(row, column, value),
            Kind::Formula => grid.put(row, column, &unescape(value)),
        }
    }
}

/// A number as people write it: without an exponent, and without the noise of its last digits.
fn number(value: &str) -> Option<Cow<'_, str>> {
    // Most are like this, and read as they stand.
    if value.len() <= 15 && !value.starts_with('0') && value.bytes().all(|digit| digit.is_ascii_digit()) {
        return Some(Cow::Borrowed(value));
    }
    let number: f64 = value.parse().ok()?;
    number.is_finite().then(|| Cow::Owned(number.to_string()))
}
