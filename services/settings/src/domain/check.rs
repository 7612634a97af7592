//! Check digits of the numbers that a profile holds.

/// Whether this is a national code: ten digits whose last one checks the others, not all the same.
pub fn is_national_code(text: &str) -> bool {
    let digits: Vec<u32> = text.chars().filter_map(|letter| letter.to_digit(10)).collect();
    let &[.., check] = digits.as_slice() else { return false };
    if text.len() != 10 || digits.len() != 10 || digits.iter().all(|digit| *digit == check) {
        return false;
    }
    let sum: u32 = digits.iter().zip((2..=10).rev()).map(|(digit, weight)| digit * weight).sum();
    match sum % 11 {
        rest @ 0..=1 => check == rest,
        rest => check == 11 - rest,
    }
}

/// Whether this is a mobile number of the country: 11 Latin digits that start with 09.
pub fn is_cellphone(text: &str) -> bool {
    text.len() == 11 && text.starts_with("09") && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether this is a bank card's number: 16 Latin digits whose sum checks (Luhn), not all zero.
pub fn is_card_number(text: &str) -> bool {
    let digits: Vec<u32> = text.chars().filter_map(|letter| letter.to_digit(10)).collect();
    if text.len() != 16 || digits.len() != 16 || digits.iter().all(|digit| *digit == 0) {
        return false;
    }
    let weighed = digits.iter().enumerate().map(|(at, digit)| match (at % 2 == 0, digit * 2) {
        (false, _) => *digit,
        (true, double @ 0..=9) => double,
        (true, double) => double - 9,
    });
    weighed.sum::<u32>() % 10 == 0
}

/// Whether this is an account's number: the 24 Latin digits after IR, which leave 1 when divided by 97 (ISO 13616).
pub fn is_sheba_number(text: &str) -> bool {
    if text.len() != 24 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let (check, account) = text.split_at(2);
    // The country and the check digits go last; I is 18 and R is 27.
    let rest = account.bytes().chain(*b"1827").chain(check.bytes());
    rest.fold(0, |rest, byte| (rest * 10 + u32::from(byte - b'0')) % 97) == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_number_checks() {
        for good in ["6037997123456783", "4111111111111111"] {
            assert!(is_card_number(good), "{good}");
        }
        for bad in
            ["6037997123456784", "0000000000000000", "411111111111111", "41111111111111111", "411111111111111x", ""]
        {
            assert!(!is_card_number(bad), "{bad}");
        }
        for prefix in ["603799712345678", "621986101234567"] {
            assert_eq!((0..10).filter(|last| is_card_number(&format!("{prefix}{last}"))).count(), 1);
        }
    }

    #[test]
    fn an_account_number_checks() {
        // The examples of the registry of account numbers and of the central bank.
        for good in ["580540105180021273113007", "820540102680020817909002"] {
            assert!(is_sheba_number(good), "{good}");
            // Two neighbours that change places are noticed.
            for at in 2..23 {
                let mut swapped = good.as_bytes().to_vec();
                swapped.swap(at, at + 1);
                let swapped = String::from_utf8(swapped).unwrap();
                assert_eq!(is_sheba_number(&swapped), swapped == good, "{swapped}");
            }
        }
        for bad in [
            "",
            "820540102680020817909003",
            "82054010268002081790900",
            "8205401026800208179090020",
            "82054010268002081790900x",
        ] {
            assert!(!is_sheba_number(bad), "{bad}");
        }
    }

    #[test]
    fn a_cellphone_has_eleven_digits() {
        assert!(is_cellphone("09121234567"));
        for bad in ["", "0912123456", "091212345678", "19121234567", "0912123456x", "۰۹۱۲۱۲۳۴۵۶۷"] {
            assert!(!is_cellphone(bad), "{bad}");
        }
    }

    #[test]
    fn the_check_digit_decides() {
        for good in ["0084575948", "0012345679"] {
            assert!(is_national_code(good), "{good}");
        }
        for bad in ["0084575949", "1111111111", "008457594", "00845759480", "۰۰۸۴۵۷۵۹۴۸", "", "008457594x"] {
            assert!(!is_national_code(bad), "{bad}");
        }
    }

    #[test]
    fn exactly_one_last_digit_fits() {
        for prefix in ["123456789", "987654321", "001122334"] {
            let fitting = (0..10).filter(|last| is_national_code(&format!("{prefix}{last}"))).count();
            assert_eq!(fitting, 1, "{prefix}");
        }
    }
}
