//! Iran's civil calendar: Jalali dates, the days, weeks and months of Asia/Tehran, holidays and delivery dates.
//!
//! Everything here is pure: the present instant is always a parameter. Dates are stored as Gregorian civil dates
//! (`chrono::NaiveDate`) and instants in UTC; [`JalaliDate`] and the functions of this crate translate between those
//! and what people read and type.

pub mod delivery;
mod digits;
pub mod holidays;
mod jalali;
mod period;
mod tehran;

pub use jalali::{JalaliDate, JalaliError};
pub use period::{Period, ReversedRange, month_of, week_of};
pub use tehran::{jalali_text, tehran_date, tehran_day, tehran_time};
