//! The three sets of digits that people type.

/// The value of a Latin, Persian or Arabic-Indic digit.
fn value(character: char) -> Option<u32> {
    match character {
        '0'..='9' => Some(u32::from(character) - u32::from('0')),
        '\u{06F0}'..='\u{06F9}' => Some(u32::from(character) - 0x06F0),
        '\u{0660}'..='\u{0669}' => Some(u32::from(character) - 0x0660),
        _ => None,
    }
}

/// Reads a whole number of at most nine digits; `None` when a character is no digit or there are too many or none.
pub(crate) fn number(characters: &[char]) -> Option<u32> {
    if characters.is_empty() || characters.len() > 9 {
        return None;
    }
    characters.iter().try_fold(0, |sum, &character| Some(sum * 10 + value(character)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_all_three_sets_have_their_value() {
        for (text, expected) in [
            ("012345678", Some(12_345_678)),
            ("9", Some(9)),
            ("\u{06F1}\u{06F4}\u{06F0}\u{06F5}", Some(1405)),
            ("\u{0661}\u{0664}\u{0660}\u{0665}", Some(1405)),
            ("1\u{06F4}\u{0660}5", Some(1405)),
            ("", None),
            ("12a", None),
            ("-12", None),
            ("1234567890", None),
            ("\u{0967}", None),
        ] {
            let characters: Vec<char> = text.chars().collect();
            assert_eq!(number(&characters), expected, "{text:?}");
        }
    }
}
