//! Persian and Arabic digits.

/// The ASCII digit for a Persian (`۰`–`۹`), Arabic (`٠`–`٩`) or ASCII digit; any other character as it is.
pub fn char_to_latin(character: char) -> char {
    let zero = match character {
        '\u{06F0}'..='\u{06F9}' => '\u{06F0}',
        '\u{0660}'..='\u{0669}' => '\u{0660}',
        other => return other,
    };
    char::from_digit(u32::from(character) - u32::from(zero), 10).unwrap_or(character)
}

/// The text with Persian and Arabic digits as ASCII digits; nothing else changes.
pub fn to_latin(text: &str) -> String {
    text.chars().map(char_to_latin).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_eastern_sets_become_ascii() {
        assert_eq!(to_latin("۰۱۲۳۴۵۶۷۸۹"), "0123456789");
        assert_eq!(to_latin("٠١٢٣٤٥٦٧٨٩"), "0123456789");
        assert_eq!(to_latin("تلفن ۰۹۱۲-٣٤"), "تلفن 0912-34");
    }

    proptest! {
        #[test]
        fn any_number_survives_in_any_script(number: u64, set in 0_usize..3) {
            let zero = ['0', '۰', '٠'][set];
            let written: String = number
                .to_string()
                .chars()
                .map(|digit| char::from_u32(u32::from(zero) + digit.to_digit(10).unwrap()).unwrap())
                .collect();
            prop_assert_eq!(to_latin(&written), number.to_string());
        }

        #[test]
        fn nothing_else_changes_and_twice_is_once(text in any::<String>()) {
            let once = to_latin(&text);
            prop_assert_eq!(once.chars().count(), text.chars().count());
            prop_assert_eq!(&to_latin(&once), &once);
            for (before, after) in text.chars().zip(once.chars()) {
                prop_assert!(before == after || after.is_ascii_digit());
            }
        }
    }
}
