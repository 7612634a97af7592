//! Passwords that everybody tries first.

use std::{collections::HashSet, sync::LazyLock};

const LIST: &str = include_str!("common_passwords.txt");

/// What is left of the list without trailing digits.
static STEMS: LazyLock<HashSet<&str>> = LazyLock::new(|| listed().map(stem).collect());

fn listed() -> impl Iterator<Item = &'static str> {
    LIST.lines().filter(|line| !line.starts_with("# "))
}

fn stem(password: &str) -> &str {
    password.trim_end_matches(char::is_numeric)
}

/// Whether a password is one of the commonest, whatever its case and the digits at its end. Of one that is nothing but
/// digits nothing is left: it is as common as `123456`.
pub fn is_common(password: &str) -> bool {
    STEMS.contains(stem(&password.trim().to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_long_sorted_and_in_lower_case() {
        let listed: Vec<&str> = listed().collect();
        assert!(listed.len() >= 3_000, "{}", listed.len());
        assert!(listed.is_sorted());
        assert!(listed.iter().all(|password| password.to_lowercase() == *password && !password.is_empty()));
    }

    #[test]
    fn case_and_digits_at_the_end_do_not_help() {
        for common in [
            "1234567890",
            "password12",
            "qwertyuiop",
            "PassWord2026",
            "QWERTYUIOP",
            "iloveyou1405",
            "password۱۲۳۴",
            "09121234567",
            " password12 ",
        ] {
            assert!(is_common(common), "{common}");
        }
        for password in
            ["pishkhan-demo-1", "a brand new password", "رمزعبور-۱۲۳", "12password-of-mine", "یک رمز تازه و بلند"]
        {
            assert!(!is_common(password), "{password}");
        }
    }
}
