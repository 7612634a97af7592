//! Which parts of a workbook have what is read: its first visible sheet, and the texts that cells share.

use super::{
    Budget, unreadable,
    xml::{Node, Xml, attribute},
    zip::Archive,
};
use crate::SheetError;

/// Where the workbook is when the file does not say.
const WORKBOOK: &str = "xl/workbook.xml";
/// Sheets at most, and what a part may relate to.
const RELATED: usize = 4_096;
/// Bytes of the name of a part at most, and of what a sheet is known by.
const NAME: usize = 1_024;

/// The names of the parts.
pub(super) struct Parts {
    pub sheet: String,
    pub strings: Option<String>,
}

/// One line of a part's relations.
struct Relation {
    id: String,
    /// The last word of its type: those of both editions of the standard have the same.
    kind: String,
    target: String,
}

/// Finds the parts.
pub(super) fn parts(archive: &Archive<'_>, budget: &mut Budget) -> Result<Parts, SheetError> {
    let mut workbook = None;
    relations(archive, "", budget, |relation| {
        if relation.kind == "officeDocument" {
            workbook.get_or_insert(relation.target);
        }
    })?;
    let workbook = workbook.unwrap_or_else(|| WORKBOOK.to_owned());
    let sheets = visible_sheets(archive, &workbook, budget)?;
    let (mut sheet, mut strings) = (None, None);
    relations(archive, &workbook, budget, |relation| match relation.kind.as_str() {
        "worksheet" => {
            let order = sheets.iter().position(|id| *id == relation.id);
            let earlier = |order: &usize| sheet.as_ref().is_none_or(|(found, _): &(usize, String)| order < found);
            if let Some(order) = order.filter(earlier) {
                sheet = Some((order, relation.target));
            }
        }
        "sharedStrings" => strings = Some(relation.target),
        _ => {}
    })?;
    let (_, sheet) = sheet.ok_or_else(|| unreadable("no sheet"))?;
    Ok(Parts { sheet, strings })
}

/// By what the sheets that are not hidden are known, in their order.
fn visible_sheets(archive: &Archive<'_>, workbook: &str, budget: &mut Budget) -> Result<Vec<String>, SheetError> {
    let part = archive.part(workbook, budget)?.ok_or_else(|| unreadable("no workbook"))?;
    let mut xml = Xml::new(part);
    xml.enter("workbook")?;
    let mut sheets = Vec::new();
    loop {
        match xml.next()? {
            Node::Open(tag) if tag.local_name().as_ref() == "sheet" => {
                let hidden = attribute(&tag, "state")?.is_some_and(|state| state != "visible");
                let id = attribute(&tag, "id")?.unwrap_or_default();
                if sheets.len() >= RELATED || id.len() > NAME {
                    return Err(SheetError::TooLarge("sheets"));
                }
                if !hidden {
                    sheets.push(id.into_owned());
                }
            }
            Node::End => return Ok(sheets),
            Node::Open(_) | Node::Close | Node::Text(_) | Node::Aside => {}
        }
    }
}

/// Hands over what a part relates to; the whole file when the part has no name. Without relations nothing is.
fn relations(
    archive: &Archive<'_>,
    part: &str,
    budget: &mut Budget,
    mut found: impl FnMut(Relation),
) -> Result<(), SheetError> {
    let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
    let Some(part) = archive.part(&inside(folder, &format!("_rels/{file}.rels")), budget)? else { return Ok(()) };
    let mut xml = Xml::new(part);
    xml.enter("Relationships")?;
    let mut count = 0;
    loop {
        let relation = match xml.next()? {
            Node::Open(tag) if tag.local_name().as_ref() == "Relationship" => {
                let value = |name| attribute(&tag, name).map(Option::unwrap_or_default);
                let (id, kind, target) = (value("Id")?, value("Type")?, value("Target")?);
                if id.len() > NAME || target.len() > NAME {
                    return Err(SheetError::TooLarge("parts"));
                }
                let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
                Relation { id: id.into_owned(), kind, target: inside(folder, &target) }
            }
            Node::End => return Ok(()),
            Node::Open(_) | Node::Close | Node::Text(_) | Node::Aside => continue,
        };
        count += 1;
        if count > RELATED {
            return Err(SheetError::TooLarge("parts"));
        }
        found(relation);
    }
}

/// A part's name, told from a folder or from the outermost one.
fn inside(folder: &str, target: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let from = if target.starts_with('/') { "" } else { folder };
    for name in from.split('/').chain(target.split('/')) {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    names.join("/")
}
