use proptest::prelude::*;

use super::*;

const MAX: i64 = 1_000_000_000_000;

#[test]
fn numbers_as_people_type_them() {
    for (text, value) in [
        ("0", 0),
        (" 48 ", 48),
        ("۱۱۲۰۰۰", 112_000),
        ("١٣٢", 132),
        ("1,200,000", 1_200_000),
        ("۱٬۲۰۰٬۰۰۰", 1_200_000),
        ("12,000", 12_000),
        ("007", 7),
    ] {
        assert_eq!(parse(text, 0, MAX), Ok(value), "{text}");
    }
}

#[test]
fn what_is_no_whole_number_is_refused() {
    for text in [
        "abc", "1.5", "۱٫۵", "1,5", "12,34", ",100", "1,,000", "100,", "1 000", "+5", "--5", "-", "1e3", "1234,567",
        "½", "۱۲a",
    ] {
        assert_eq!(parse(text, -MAX, MAX), Err(NumberError::NotANumber), "{text}");
    }
    assert_eq!(parse("  ", 0, MAX), Err(NumberError::Missing));
    for text in ["-1", "1000000000001", "99999999999999999999999"] {
        assert_eq!(parse(text, 0, MAX), Err(NumberError::OutOfRange), "{text}");
    }
}

proptest! {
    #[test]
    fn every_number_is_read_in_every_script_with_and_without_separators(
        number in 0..=MAX, set in 0_usize..3, separator in prop_oneof![Just(""), Just(","), Just("\u{066C}")],
    ) {
        let digits = number.to_string();
        let mut text = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push_str(separator);
            }
            let zero = u32::from(['0', '\u{06F0}', '\u{0660}'][set]);
            text.push(char::from_u32(zero + digit.to_digit(10).unwrap()).unwrap());
        }
        prop_assert_eq!(parse(&text, 0, MAX), Ok(number));
    }

    #[test]
    fn no_text_makes_it_fall_over(text in any::<String>(), min in any::<i64>(), max in any::<i64>()) {
        if let Ok(number) = parse(&text, min, max) {
            prop_assert!((min..=max).contains(&number));
        }
    }
}
