//! Jalali months, as they are typed and told.

use anyhow::{Context as _, ensure};
use pishkhan_chassis::digits;

/// Reads `1405-07`, in any digits, as the services count months: yyyymm.
pub fn parse(text: &str) -> anyhow::Result<i32> {
    let latin = digits::to_latin(text);
    let (year, month) = latin.split_once(['-', '/']).context("a month is written as 1405-07")?;
    ensure!(year.len() == 4 && month.len() == 2, "a month is written as 1405-07");
    let (year, month): (i32, i32) = (year.parse()?, month.parse()?);
    ensure!((1400..=1499).contains(&year) && (1..=12).contains(&month), "there is no such month");
    Ok(year * 100 + month)
}

/// `1405-07`.
pub fn shown(month: i32) -> String {
    format!("{:04}-{:02}", month / 100, month % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_read_in_any_digits() {
        assert_eq!((parse("1405-07").unwrap(), parse("۱۴۰۵/۱۲").unwrap()), (140_507, 140_512));
        for bad in ["1405", "1405-13", "1405-00", "1399-12", "05-07", "1405-7", "x-y", ""] {
            assert!(parse(bad).is_err(), "{bad}");
        }
        assert_eq!(shown(140_507), "1405-07");
    }
}
