//! Why a day is a holiday.

use std::fmt;

use crate::JalaliDate;

macro_rules! occasions {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        /// A well-known reason for a holiday. Its code is stable; what people read for it is the BFF's.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Occasion {
            $($(#[$doc])* $name,)*
        }

        impl Occasion {
            /// Every occasion there is.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The stable code, in `UPPER_SNAKE`.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }
        }
    };
}

occasions! {
    /// Friday, the weekly day of rest.
    Friday = "FRIDAY";
    /// Nowruz, 1 to 4 Farvardin.
    Nowruz = "NOWRUZ";
    /// Islamic Republic day, 12 Farvardin.
    IslamicRepublicDay = "ISLAMIC_REPUBLIC_DAY";
    /// Nature day, 13 Farvardin.
    NatureDay = "NATURE_DAY";
    /// The death of Imam Khomeini, 14 Khordad.
    KhomeiniDeath = "KHOMEINI_DEATH";
    /// The uprising of 15 Khordad.
    KhordadUprising = "KHORDAD_UPRISING";
    /// The victory of the revolution, 22 Bahman.
    RevolutionVictory = "REVOLUTION_VICTORY";
    /// The nationalisation of oil, 29 Esfand.
    OilNationalisation = "OIL_NATIONALISATION";
    /// Eid al-Fitr and the day after, 1 and 2 Shawwal.
    EidAlFitr = "EID_AL_FITR";
    /// The martyrdom of Imam Sadegh, 25 Shawwal.
    SadeghMartyrdom = "SADEGH_MARTYRDOM";
    /// Eid al-Adha, 10 Dhu al-Hijja.
    EidAlAdha = "EID_AL_ADHA";
    /// Eid al-Ghadir, 18 Dhu al-Hijja.
    EidAlGhadir = "EID_AL_GHADIR";
    /// Tasua, 9 Muharram.
    Tasua = "TASUA";
    /// Ashura, 10 Muharram.
    Ashura = "ASHURA";
    /// Arbaeen, 20 Safar.
    Arbaeen = "ARBAEEN";
    /// The death of the Prophet and the martyrdom of Imam Hasan, 28 Safar.
    ProphetDeath = "PROPHET_DEATH";
    /// The martyrdom of Imam Reza, the last of Safar.
    RezaMartyrdom = "REZA_MARTYRDOM";
    /// The martyrdom of Imam Hasan Askari, 8 Rabi al-awwal.
    AskariMartyrdom = "ASKARI_MARTYRDOM";
    /// The birth of the Prophet and of Imam Sadegh, 17 Rabi al-awwal.
    ProphetBirth = "PROPHET_BIRTH";
    /// The martyrdom of Fatima, 3 Jumada al-thani.
    FatimaMartyrdom = "FATIMA_MARTYRDOM";
    /// The birth of Imam Ali, 13 Rajab.
    AliBirth = "ALI_BIRTH";
    /// The calling of the Prophet, 27 Rajab.
    ProphetCalling = "PROPHET_CALLING";
    /// The birth of the twelfth Imam, 15 Shaban.
    MahdiBirth = "MAHDI_BIRTH";
    /// The martyrdom of Imam Ali, 21 Ramadan.
    AliMartyrdom = "ALI_MARTYRDOM";
}

impl Occasion {
    /// The fixed solar holiday that a day is in every year.
    pub fn on_solar_day(date: JalaliDate) -> Option<Self> {
        match (date.month(), date.day()) {
            (1, 1..=4) => Some(Self::Nowruz),
            (1, 12) => Some(Self::IslamicRepublicDay),
            (1, 13) => Some(Self::NatureDay),
            (3, 14) => Some(Self::KhomeiniDeath),
            (3, 15) => Some(Self::KhordadUprising),
            (11, 22) => Some(Self::RevolutionVictory),
            (12, 29) => Some(Self::OilNationalisation),
            _ => None,
        }
    }

    fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|occasion| occasion.code() == code)
    }
}

/// What a holiday is called: a well-known occasion, or a text that an operator wrote.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Title {
    /// Known here; stored and sent as its code.
    Occasion(Occasion),
    /// Written by an operator; shown as it is.
    Text(String),
}

impl From<Occasion> for Title {
    fn from(occasion: Occasion) -> Self {
        Self::Occasion(occasion)
    }
}

impl From<&str> for Title {
    /// Reads what [`Title`]'s `Display` writes: a text that is no occasion's code stays a text.
    fn from(text: &str) -> Self {
        Occasion::from_code(text).map_or_else(|| Self::Text(text.to_owned()), Self::Occasion)
    }
}

impl From<String> for Title {
    fn from(text: String) -> Self {
        Occasion::from_code(&text).map_or(Self::Text(text), Self::Occasion)
    }
}

impl fmt::Display for Title {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Occasion(occasion) => occasion.code(),
            Self::Text(text) => text,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn codes_are_distinct_and_round_trip() {
        let codes: BTreeSet<_> = Occasion::ALL.iter().map(|occasion| occasion.code()).collect();
        assert_eq!(codes.len(), Occasion::ALL.len());
        for &occasion in Occasion::ALL {
            assert_eq!(Title::from(occasion.code()), Title::Occasion(occasion));
            assert_eq!(Title::from(occasion).to_string(), occasion.code());
        }
        assert_eq!(Title::from("ashura"), Title::Text("ashura".to_owned()));
        assert_eq!(Title::from("a closing".to_owned()).to_string(), "a closing");
    }
}
