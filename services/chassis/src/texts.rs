//! Many texts in one piece of memory, searched in one go.

use memchr::memmem::Finder;

/// Stands behind each text, so that no search reaches from one into the next. PostgreSQL stores no text that has it.
const END: char = '\0';

/// Texts by number, in the order in which they came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    all: String,
    /// Where the text behind each begins.
    next: Vec<usize>,
}

impl Texts {
    /// None yet, with room for so many.
    pub fn with_capacity(texts: usize, bytes: usize) -> Self {
        Self { all: String::with_capacity(bytes + texts), next: Vec::with_capacity(texts) }
    }

    /// Adds one.
    pub fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.all.push(END);
        self.next.push(self.all.len());
    }

    /// The text of this number.
    pub fn get(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.next[before]);
        &self.all[start..self.next[number] - END.len_utf8()]
    }

    /// Which of them contain this part: by number.
    pub fn containing(&self, part: &str) -> Vec<bool> {
        let mut found = vec![part.is_empty(); self.next.len()];
        if part.is_empty() || part.contains(END) {
            return found;
        }
        let finder = Finder::new(part);
        let (mut number, mut from) = (0, 0);
        while let Some(at) = finder.find(&self.all.as_bytes()[from..]) {
            number += self.next[number..].iter().take_while(|&&next| next <= from + at).count();
            found[number] = true;
            from = self.next[number];
        }
        found
    }

    /// Bytes on the heap.
    pub const fn heap_bytes(&self) -> usize {
        self.all.capacity() + self.next.capacity() * size_of::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    proptest! {
        #[test]
        fn a_search_finds_what_looking_at_each_would(texts in vec("[اab ]{0,6}", 0..20), part in "[اab ]{0,3}") {
            let mut searched = Texts::with_capacity(texts.len(), 8);
            for text in &texts {
                searched.push(text);
            }
            let expected: Vec<bool> = texts.iter().map(|text| text.contains(&part)).collect();
            prop_assert_eq!(searched.containing(&part), expected);
            for (number, text) in texts.iter().enumerate() {
                prop_assert_eq!(searched.get(number), text);
            }
        }
    }

    #[test]
    fn no_search_reaches_into_the_next_text() {
        let mut texts = Texts::default();
        for text in ["ab", "cd"] {
            texts.push(text);
        }
        for part in ["bc", "b\0c", "\0"] {
            assert_eq!(texts.containing(part), [false, false], "{part:?}");
        }
    }
}
