//! The lunar holidays that are known here.

use super::Occasion;

/// A lunar holiday of one Jalali year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LunarDay {
    /// The Jalali year.
    pub year: i32,
    /// The month, 1 to 12.
    pub month: u8,
    /// The day of the month.
    pub day: u8,
    /// What is kept on that day.
    pub occasion: Occasion,
    /// Whether the official calendar has it; otherwise it is derived and an operator has still to confirm it.
    pub confirmed: bool,
}

const fn published(year: i32, month: u8, day: u8, occasion: Occasion) -> LunarDay {
    LunarDay { year, month, day, occasion, confirmed: true }
}

const fn derived(year: i32, month: u8, day: u8, occasion: Occasion) -> LunarDay {
    LunarDay { year, month, day, occasion, confirmed: false }
}

/// The lunar holidays of 1404 and 1405. Some fall on a fixed solar holiday as well.
pub const LUNAR_DAYS: &[LunarDay] = &[
    published(1404, 1, 11, Occasion::EidAlFitr),
    published(1404, 1, 12, Occasion::EidAlFitr),
    published(1404, 2, 4, Occasion::SadeghMartyrdom),
    published(1404, 3, 16, Occasion::EidAlAdha),
    published(1404, 3, 24, Occasion::EidAlGhadir),
    published(1404, 4, 14, Occasion::Tasua),
    published(1404, 4, 15, Occasion::Ashura),
    published(1404, 5, 23, Occasion::Arbaeen),
    published(1404, 5, 31, Occasion::ProphetDeath),
    published(1404, 6, 2, Occasion::RezaMartyrdom),
    published(1404, 6, 10, Occasion::AskariMartyrdom),
    published(1404, 6, 19, Occasion::ProphetBirth),
    published(1404, 9, 3, Occasion::FatimaMartyrdom),
    published(1404, 10, 13, Occasion::AliBirth),
    published(1404, 10, 27, Occasion::ProphetCalling),
    published(1404, 11, 15, Occasion::MahdiBirth),
    published(1404, 12, 20, Occasion::AliMartyrdom),
    published(1405, 3, 6, Occasion::EidAlAdha),
    published(1405, 3, 14, Occasion::EidAlGhadir),
    published(1405, 4, 3, Occasion::Tasua),
    published(1405, 4, 4, Occasion::Ashura),
    derived(1405, 5, 13, Occasion::Arbaeen),
    derived(1405, 5, 21, Occasion::ProphetDeath),
    derived(1405, 5, 22, Occasion::RezaMartyrdom),
    derived(1405, 5, 30, Occasion::AskariMartyrdom),
    derived(1405, 6, 8, Occasion::ProphetBirth),
    derived(1405, 8, 22, Occasion::FatimaMartyrdom),
    derived(1405, 10, 2, Occasion::AliBirth),
    derived(1405, 10, 16, Occasion::ProphetCalling),
    derived(1405, 11, 4, Occasion::MahdiBirth),
    derived(1405, 12, 9, Occasion::AliMartyrdom),
    derived(1405, 12, 19, Occasion::EidAlFitr),
    derived(1405, 12, 20, Occasion::EidAlFitr),
];
