//! One normaliser for Persian text: what is stored, what is compared, what is counted.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::digits;

/// The form in which texts are stored: NFC, without white space at the ends. Digits and letters stay as typed.
pub fn normalise(text: &str) -> String {
    text.nfc().collect::<String>().trim().to_owned()
}

/// The number of Unicode scalar values after trimming: what length limits count.
pub fn scalar_len(text: &str) -> usize {
    text.trim().chars().count()
}

/// The form in which texts are matched and searched; both sides of a comparison go through it.
///
/// Arabic letters become their Persian ones (ي→ی, ك→ک, ة→ه), digits become ASCII, diacritics and marks without width
/// vanish, ZWNJ and every run of white space become one space, Latin letters become small. Folding twice changes nothing.
pub fn fold(text: &str) -> String {
    let letters = text
        .nfkd()
        .flat_map(char::to_lowercase)
        .nfkd() // a small letter may bring a mark of its own (İ)
        .filter(|&character| !is_dropped(character))
        .map(|character| digits::char_to_latin(fold_letter(character)));
    let mut folded = String::with_capacity(text.len());
    for character in letters {
        if character == ' ' {
            if !folded.is_empty() && !folded.ends_with(' ') {
                folded.push(' ');
            }
        } else {
            folded.push(character);
        }
    }
    if folded.ends_with(' ') {
        folded.pop();
    }
    folded.nfc().collect()
}

/// Marks that carry no letter: diacritics, the tatweel, joiners and directions.
fn is_dropped(character: char) -> bool {
    is_combining_mark(character)
        || matches!(
            character,
            '\u{0640}' | '\u{00AD}' | '\u{061C}' | '\u{200B}' | '\u{200D}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2069}' | '\u{FEFF}'
        )
}

fn fold_letter(character: char) -> char {
    match character {
        'ي' | 'ى' | 'ے' => 'ی',
        'ك' | 'ڪ' => 'ک',
        'ة' | 'ە' | 'ہ' | 'ھ' => 'ه',
        'ٱ' => 'ا',
        '\u{200C}' => ' ', // ZWNJ parts words as a space does, and people type either
        white if white.is_whitespace() => ' ',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn different_spellings_of_a_word_fold_to_one() {
        for (left, right) in [
            ("كيك يزدي", "کیک یزدی"),
            ("می\u{200C}شود", "می شود"),
            ("شركة", "شرکه"),
            ("مُحَمَّد", "محمد"),
            ("آرد", "ارد"),
            ("مسئول", "مسيول"),
            ("نوشابـــه", "نوشابه"),
            ("  Pepsi\u{00A0} ۱٫۵ ", "pepsi 1٫5"),
            ("ﻻله", "لاله"),
            ("\u{202B}چای\u{202C}", "چای"),
            ("خانۀ", "خانه"),
            ("CAFÉ", "cafe"),
        ] {
            assert_eq!(fold(left), fold(right), "{left} and {right}");
        }
    }

    #[test]
    fn different_words_stay_different() {
        assert_ne!(fold("شیر"), fold("سیر"));
        assert_ne!(fold("گل"), fold("کل"));
        assert_ne!(fold("پنیر ۱"), fold("پنیر ۲"));
        assert_ne!(fold("ab"), fold("a b"));
    }

    #[test]
    fn stored_text_keeps_what_was_typed() {
        assert_eq!(normalise(" \u{200F}كيك ۱۲ \n"), "\u{200F}كيك ۱۲");
        assert_eq!(normalise("e\u{301}"), "é");
    }

    #[test]
    fn length_is_counted_in_scalar_values_after_trimming() {
        assert_eq!(scalar_len("  سلام\t"), 4);
        assert_eq!(scalar_len("😀😀"), 2);
        assert_eq!(scalar_len(" \n "), 0);
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(text in any::<String>()) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn folding_persian_twice_is_folding_once(text in "[ \u{0600}-\u{06FF}\u{200B}-\u{200F}\u{FB50}-\u{FDFF}\u{FE70}-\u{FEFF}a-zA-Z]{0,40}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once.clone());
            prop_assert!(!once.contains("  ") && once.trim() == once);
        }

        #[test]
        fn storing_never_changes_what_a_text_matches(text in any::<String>()) {
            prop_assert_eq!(fold(&normalise(&text)), fold(&text));
            let stored = normalise(&text);
            prop_assert_eq!(normalise(&stored), stored);
        }
    }
}
