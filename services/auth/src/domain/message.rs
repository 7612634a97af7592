//! What phones are told.

use super::reset::Code;

/// The message that brings a code: one SMS of 70 letters where the panel's host is no longer than 16. Its last line lets
/// phones type the code by themselves, on that host's pages only.
pub fn message(code: &Code, host: &str) -> String {
    format!("پیشخوان\nکد بازیابی رمز: {code}\nبه کسی ندهید.\n@{host} #{code}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_one_sms_with_the_line_that_phones_read() {
        let code = Code::of(b"a mark");
        let text = message(&code, "panel.example.ir");
        assert!(text.encode_utf16().count() <= 70, "{}", text.encode_utf16().count());
        assert_eq!(text.lines().last(), Some(format!("@panel.example.ir #{code}").as_str()));
        assert_eq!(format!("{code:?}"), "Code(…)");
    }
}
