//! Whether a type is sold, as people write it.

use pishkhan_chassis::text::fold;

const YES: [&str; 5] = ["بله", "فعال", "yes", "true", "1"];
const NO: [&str; 6] = ["خیر", "غیرفعال", "غیر فعال", "no", "false", "0"];

/// Reads a word or digit; none for any other text. Spellings are matched as everywhere: letters, digits and spaces of
/// any keyboard.
pub fn parse(text: &str) -> Option<bool> {
    let text = fold(text);
    let is = |word: &&str| fold(word) == text;
    if YES.iter().any(is) {
        Some(true)
    } else if NO.iter().any(is) {
        Some(false)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_digits_of_any_keyboard_are_understood() {
        for yes in ["بله", " فعال ", "Yes", "TRUE", "1", "۱", "١"] {
            assert_eq!(parse(yes), Some(true), "{yes}");
        }
        for no in ["خیر", "خير", "غیرفعال", "غیر فعال", "غير\u{200c}فعال", "No", "false", "0", "۰"]
        {
            assert_eq!(parse(no), Some(false), "{no}");
        }
        for other in ["", "شاید", "10", "بله خیر", "y"] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
