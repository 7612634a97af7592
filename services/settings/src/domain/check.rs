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

#[cfg(test)]
mod tests {
    use super::*;

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
