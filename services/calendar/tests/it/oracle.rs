//! Borkowski's arithmetic for the Jalali calendar: cycles of 33 years between tabulated break points, Julian day
//! numbers in the middle. Integer arithmetic only, no calendar library.

/// The years at which a run of 33-year cycles begins anew.
const BREAKS: [i32; 20] =
    [-61, 9, 38, 199, 426, 686, 756, 818, 1111, 1181, 1210, 1635, 2060, 2097, 2192, 2262, 2324, 2394, 2456, 3178];

/// Whether the year is leap, and the day of March on which it begins.
fn year_start(year: i32) -> (bool, i32) {
    let gregorian_year = year + 621;
    let mut leap_days = -14;
    let mut start = BREAKS[0];
    let mut length = 0;
    for &next in &BREAKS[1..] {
        length = next - start;
        if year < next {
            break;
        }
        leap_days += length / 33 * 8 + length % 33 / 4;
        start = next;
    }
    let mut passed = year - start;
    leap_days += passed / 33 * 8 + (passed % 33 + 3) / 4;
    if length % 33 == 4 && length - passed == 4 {
        leap_days += 1;
    }
    let gregorian_leap_days = gregorian_year / 4 - (gregorian_year / 100 + 1) * 3 / 4 - 150;
    let march = 20 + leap_days - gregorian_leap_days;
    if length - passed < 6 {
        passed = passed - length + (length + 4) / 33 * 33;
    }
    let since_leap = ((passed + 1) % 33 - 1) % 4;
    (since_leap == 0, march)
}

/// The days of a month.
pub fn month_length(year: i32, month: u8) -> u8 {
    match month {
        1..=6 => 31,
        7..=11 => 30,
        _ => 29 + u8::from(year_start(year).0),
    }
}

/// The Gregorian year, month and day.
pub fn to_gregorian(year: i32, month: u8, day: u8) -> (i32, u32, u32) {
    let (_, march) = year_start(year);
    let (month, day) = (i32::from(month), i32::from(day));
    let day_of_year = (month - 1) * 31 - month / 7 * (month - 7) + day - 1;
    from_julian_day(julian_day(year + 621, 3, march) + day_of_year)
}

fn julian_day(year: i32, month: i32, day: i32) -> i32 {
    let shifted = year + (month - 8) / 6 + 100_100;
    shifted * 1461 / 4 + (153 * ((month + 9) % 12) + 2) / 5 + day - 34_840_408 - shifted / 100 * 3 / 4 + 752
}

fn from_julian_day(julian_day: i32) -> (i32, u32, u32) {
    let j = 4 * julian_day + 139_361_631 + (4 * julian_day + 183_187_720) / 146_097 * 3 / 4 * 4 - 3908;
    let i = j % 1461 / 4 * 5 + 308;
    let day = i % 153 / 5 + 1;
    let month = i / 153 % 12 + 1;
    let year = j / 1461 - 100_100 + (8 - month) / 6;
    (year, month.unsigned_abs(), day.unsigned_abs())
}
