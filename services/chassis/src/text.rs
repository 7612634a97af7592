//! One normaliser for Persian text: what is stored, what is compared, what is counted.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::digits;

/// The form in which texts of one line are stored: NFC, without white space at the ends, without control characters,
/// and without directions that are opened and never closed, or closed and never opened. Digits, letters and ZWNJ stay
/// as typed. The end of a line and a tab become a space.
pub fn normalise(text: &str) -> String {
    stored(text.chars().map(|character| if character == '\t' || is_line_end(character) { ' ' } else { character }))
}

/// The form in which texts of several lines are stored: that of [`normalise`], but tabs and the ends of lines stay.
pub fn normalise_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    stored(text.chars().map(|character| if is_line_end(character) { '\n' } else { character }))
}

fn stored(characters: impl Iterator<Item = char>) -> String {
    let printable: String = characters.filter(|&character| !is_control(character)).collect();
    balanced(printable).nfc().collect::<String>().trim().to_owned()
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{B}' | '\u{C}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// What nobody sees; neither a tab nor the end of a line.
fn is_control(character: char) -> bool {
    character.is_control() && !character.is_whitespace()
}

/// The text without directions that have no partner in their line: such a one would turn what is written after the
/// text, in a list or on paper. Takes time in proportion to the text, however they are nested.
fn balanced(text: String) -> String {
    let is_direction = |character: char| matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    if !text.contains(is_direction) {
        return text;
    }
    let mut kept: Vec<Option<char>> = Vec::with_capacity(text.len());
    // Places of those that are open, and whether each is an isolate: these close all that was opened within them.
    let (mut open, mut isolates) = (Vec::new(), 0_usize);
    let drop_all = |kept: &mut Vec<Option<char>>, places: &[(usize, bool)]| {
        for (place, _) in places {
            if let Some(character) = kept.get_mut(*place) {
                *character = None;
            }
        }
    };
    for character in text.chars() {
        let keeps = match character {
            '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' => {
                open.push((kept.len(), false));
                true
            }
            '\u{2066}'..='\u{2068}' => {
                open.push((kept.len(), true));
                isolates += 1;
                true
            }
            '\u{202C}' => open.pop_if(|(_, isolate)| !*isolate).is_some(),
            '\u{2069}' if isolates > 0 => {
                let opened = open.iter().rposition(|(_, isolate)| *isolate).unwrap_or_default();
                drop_all(&mut kept, open.get(opened + 1..).unwrap_or_default());
                open.truncate(opened);
                isolates -= 1;
                true
            }
            '\u{2069}' => false,
            '\n' => {
                drop_all(&mut kept, &open);
                open.clear();
                isolates = 0;
                true
            }
            _ => true,
        };
        kept.push(keeps.then_some(character));
    }
    drop_all(&mut kept, &open);
    kept.into_iter().flatten().collect()
}

/// The number of Unicode scalar values after trimming: what length limits count.
pub fn scalar_len(text: &str) -> usize {
    text.trim().chars().count()
}

/// The form in which texts are matched and searched; both sides of a comparison go through it.
///
/// Arabic letters become their Persian ones (ي→ی, ك→ک, ة→ه), digits become ASCII, diacritics, control characters and
/// marks without width vanish, ZWNJ and every run of white space become one space, Latin letters become small. Folding twice changes nothing.
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
        || is_control(character)
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
        assert_eq!(normalise("می\u{200C}شود"), "می\u{200C}شود");
        assert_eq!(normalise("\u{202B}چای\u{202C} \u{2067}a\u{2069}"), "\u{202B}چای\u{202C} \u{2067}a\u{2069}");
    }

    #[test]
    fn stored_text_loses_what_nobody_sees() {
        assert_eq!(normalise("a\0b\u{1B}[31mc\u{7F}\u{9B}d"), "ab[31mcd");
        assert_eq!(normalise("a\r\nb\tc\u{2028}d"), "a  b c d");
        assert_eq!(normalise_lines("\ta\r\nb\rc\n\n\td\u{2029}e\0\n"), "a\nb\nc\n\n\td\ne");
        // What is opened and not closed, closed and not opened, or closed in the wrong order.
        assert_eq!(normalise("چای\u{202E}gpj.exe"), "چایgpj.exe");
        assert_eq!(normalise("a\u{202C}\u{2069}b\u{2066}"), "ab");
        assert_eq!(normalise("\u{2067}a\u{202A}b\u{2069}c\u{202C}"), "\u{2067}ab\u{2069}c");
        assert_eq!(normalise("\u{202A}a\u{2067}b\u{202C}"), "ab");
        assert_eq!(normalise_lines("\u{202B}a\nb\u{202C}"), "a\nb");
        assert_eq!(normalise("e\u{1}\u{301}"), "é");
    }

    #[test]
    fn many_directions_take_no_time() {
        // 700,000 of them, as many as a request could hold twice over.
        let nested =
            ["\u{2066}", "\u{202A}", "\u{2069}", "\u{202C}", "\u{2069}"].map(|one| one.repeat(140_000)).concat();
        assert_eq!(normalise(&nested).chars().count(), 280_000);
    }

    #[test]
    fn length_is_counted_in_scalar_values_after_trimming() {
        assert_eq!(scalar_len("  سلام\t"), 4);
        assert_eq!(scalar_len("😀😀"), 2);
        assert_eq!(scalar_len(" \n "), 0);
    }

    /// Whether each direction of a line has its partner, one within the other.
    fn is_balanced(line: &str) -> bool {
        let mut open = Vec::new();
        for character in line.chars() {
            match character {
                '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' => open.push('\u{202C}'),
                '\u{2066}'..='\u{2068}' => open.push('\u{2069}'),
                '\u{202C}' | '\u{2069}' if open.pop() != Some(character) => return false,
                _ => {}
            }
        }
        open.is_empty()
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
            prop_assert_eq!(fold(&normalise_lines(&text)), fold(&text));
        }

        #[test]
        fn what_is_stored_is_clean(
            text in "(\\PC|[\u{0}-\u{1F}\u{7F}-\u{9F}\u{200C}\u{2028}-\u{202E}\u{2066}-\u{2069}e\u{301}]){0,60}",
        ) {
            for (stored, again, kept) in [
                (normalise(&text), normalise as fn(&str) -> String, [].as_slice()),
                (normalise_lines(&text), normalise_lines, &['\n', '\t']),
            ] {
                prop_assert!(!stored.chars().any(|one| one.is_control() && !kept.contains(&one)), "{stored:?}");
                prop_assert!(stored.lines().all(is_balanced), "{stored:?}");
                prop_assert!(unicode_normalization::is_nfc(&stored));
                prop_assert_eq!(again(&stored), stored.clone());
                let joiners = |text: &str| text.chars().filter(|one| *one == '\u{200C}').count();
                prop_assert_eq!(joiners(&stored), joiners(&text));
            }
        }
    }
}
