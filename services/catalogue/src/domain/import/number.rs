//! Whole numbers as people type them.

use pishkhan_chassis::digits;

/// Why a text is not the number that is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberError {
    /// Nothing there.
    Missing,
    /// Not a whole number.
    NotANumber,
    /// A number, too small or too large.
    OutOfRange,
}

/// Reads a whole number of at least `min` and at most `max`.
///
/// Digits may be Latin, Persian or Arabic; groups of three may be parted by `,` or the Arabic thousands separator. A
/// comma anywhere else is refused, because it most likely stands for a decimal point.
pub fn parse(text: &str, min: i64, max: i64) -> Result<i64, NumberError> {
    let latin = digits::to_latin(text.trim());
    if latin.is_empty() {
        return Err(NumberError::Missing);
    }
    let (negative, unsigned) = match latin.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, latin.as_str()),
    };
    let groups: Vec<&str> = unsigned.split([',', '\u{066C}']).collect();
    let grouped = groups.len() == 1
        || groups
            .iter()
            .enumerate()
            .all(|(index, group)| if index == 0 { (1..=3).contains(&group.len()) } else { group.len() == 3 });
    let digits = groups.concat();
    if !grouped || digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NumberError::NotANumber);
    }
    // Only digits: what does not fit is too large.
    let value: i64 = digits.parse().map_err(|_| NumberError::OutOfRange)?;
    let value = if negative { -value } else { value };
    if (min..=max).contains(&value) { Ok(value) } else { Err(NumberError::OutOfRange) }
}

#[cfg(test)]
mod tests;
