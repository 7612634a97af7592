//! The nodes of an XML part, one at a time: tags, and texts with their references resolved.

use std::borrow::Cow;

use quick_xml::{
    Error, Reader, XmlVersion,
    escape::resolve_xml_entity,
    events::{BytesStart, Event},
};

use super::{Budget, broken, unreadable, zip::Part};
use crate::SheetError;

/// Tags within tags at most. The parts that are read have about ten.
const DEPTH: usize = 64;
/// Bytes of a tag's name at most: the names of all open tags are remembered.
const NAME: usize = 256;

/// What comes next in a part.
pub(super) enum Node<'n> {
    /// A tag begins, also one that ends at once.
    Open(BytesStart<'n>),
    /// The tag that began last of those still open ends.
    Close,
    /// A text between tags, or a piece of one.
    Text(Cow<'n, str>),
    /// A comment or an instruction.
    Aside,
    /// The part is over.
    End,
}

/// A part as nodes.
pub(super) struct Xml<'a, 'b> {
    reader: Reader<Part<'a, 'b>>,
    /// The node that was read last.
    node: Vec<u8>,
    /// Tags that are open.
    depth: usize,
    /// The last tag ends at once: its end comes next.
    closes: bool,
}

impl<'a, 'b> Xml<'a, 'b> {
    pub fn new(part: Part<'a, 'b>) -> Self {
        Self { reader: Reader::from_reader(part), node: Vec::new(), depth: 0, closes: false }
    }

    /// The next node. A document type is refused, and with it every reference that stands for more than one character.
    pub fn next(&mut self) -> Result<Node<'_>, SheetError> {
        if std::mem::take(&mut self.closes) {
            return Ok(self.close());
        }
        let part = self.reader.get_mut();
        part.begin_node();
        part.budget.count_node()?;
        self.node.clear();
        match self.reader.read_event_into(&mut self.node).map_err(malformed)? {
            Event::Start(tag) => {
                self.depth += 1;
                admit(&tag, self.depth).map(|()| Node::Open(tag))
            }
            Event::Empty(tag) => {
                self.depth += 1;
                self.closes = true;
                admit(&tag, self.depth).map(|()| Node::Open(tag))
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                Ok(Node::Close)
            }
            Event::Text(text) => Ok(Node::Text(text.xml10_content())),
            Event::CData(text) => Ok(Node::Text(text.xml10_content())),
            Event::GeneralRef(reference) => {
                if let Some(text) = resolve_xml_entity(&reference) {
                    return Ok(Node::Text(Cow::Borrowed(text)));
                }
                let character = reference.resolve_char_ref().map_err(malformed)?;
                let character = character.ok_or_else(|| unreadable("a reference to something unknown"))?;
                Ok(Node::Text(Cow::Owned(character.into())))
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => Ok(Node::Aside),
            Event::DocType(_) => Err(unreadable("it has a document type")),
            Event::Eof if self.depth == 0 => Ok(Node::End),
            Event::Eof => Err(unreadable("a part is cut off")),
        }
    }

    fn close(&mut self) -> Node<'static> {
        self.depth = self.depth.saturating_sub(1);
        Node::Close
    }

    /// Goes into the part's outermost tag, which has to have this name.
    pub fn enter(&mut self, name: &str) -> Result<(), SheetError> {
        loop {
            match self.next()? {
                Node::Open(tag) if tag.local_name().as_ref() == name => return Ok(()),
                Node::Open(_) | Node::Close | Node::End => {
                    return Err(unreadable(format!("no {name} where one should be")));
                }
                Node::Text(_) | Node::Aside => {}
            }
        }
    }

    /// Passes everything up to the end of the tag that was just opened.
    pub fn skip(&mut self) -> Result<(), SheetError> {
        let mut within = 0_usize;
        loop {
            match self.next()? {
                Node::Open(_) => within += 1,
                Node::Close if within == 0 => return Ok(()),
                Node::Close => within -= 1,
                Node::Text(_) | Node::Aside | Node::End => {}
            }
        }
    }

    /// Reads the text of the tag that was just opened, up to its end. Tags within are passed.
    pub fn text(&mut self, into: &mut String) -> Result<(), SheetError> {
        into.clear();
        let mut within = 0_usize;
        loop {
            match self.next()? {
                Node::Open(_) => within += 1,
                Node::Close if within == 0 => return Ok(()),
                Node::Close => within -= 1,
                Node::Text(text) if within == 0 => append(into, &text)?,
                Node::Text(_) | Node::Aside | Node::End => {}
            }
        }
    }

    /// Unpacks what is left of the part without looking at it, to know that the part is whole.
    pub fn finish(self) -> Result<(), SheetError> {
        self.reader.into_inner().finish().map_err(|error| broken(&error))
    }
}

/// Adds a piece to a text that stays within [`Budget::NODE`].
pub(super) fn append(text: &mut String, piece: &str) -> Result<(), SheetError> {
    if text.len() + piece.len() > Budget::NODE {
        return Err(SheetError::TooLarge("one text"));
    }
    text.push_str(piece);
    Ok(())
}

/// A tag's attribute by its name without a prefix.
pub(super) fn attribute<'t>(tag: &'t BytesStart<'_>, name: &str) -> Result<Option<Cow<'t, str>>, SheetError> {
    // Names that stand twice do no harm here, and looking for them would take time.
    for attribute in tag.attributes().with_checks(false) {
        let attribute = attribute.map_err(unreadable)?;
        if attribute.key.local_name().as_ref() == name {
            return attribute.normalized_value(XmlVersion::Explicit1_0).map(Some).map_err(malformed);
        }
    }
    Ok(None)
}

fn admit(tag: &BytesStart<'_>, depth: usize) -> Result<(), SheetError> {
    if depth > DEPTH || tag.name().as_ref().len() > NAME {
        return Err(SheetError::TooLarge("tags"));
    }
    Ok(())
}

fn malformed(error: Error) -> SheetError {
    if let Error::Io(error) = &error { broken(error) } else { unreadable(error) }
}
