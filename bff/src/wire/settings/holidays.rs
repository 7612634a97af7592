//! The holidays of a year, in words.

use chrono::{Datelike as _, NaiveDate, Weekday};
use pishkhan_calendar::JalaliDate;
use pishkhan_proto::settings::v1 as pb;
use serde::Serialize;
use utoipa::ToSchema;

use crate::wire::text::{Lang, Text};

/// What a well-known occasion is called.
const OCCASIONS: &[(&str, Text)] = &[
    ("FRIDAY", Text { fa: "جمعه", en: "Friday" }),
    ("NOWRUZ", Text { fa: "نوروز", en: "Nowruz" }),
    ("ISLAMIC_REPUBLIC_DAY", Text { fa: "روز جمهوری اسلامی", en: "Islamic Republic Day" }),
    ("NATURE_DAY", Text { fa: "روز طبیعت", en: "Nature Day" }),
    ("KHOMEINI_DEATH", Text { fa: "رحلت امام خمینی", en: "Death of Imam Khomeini" }),
    ("KHORDAD_UPRISING", Text { fa: "قیام ۱۵ خرداد", en: "Uprising of 15 Khordad" }),
    ("REVOLUTION_VICTORY", Text { fa: "پیروزی انقلاب اسلامی", en: "Victory of the Revolution" }),
    ("OIL_NATIONALISATION", Text { fa: "ملی شدن صنعت نفت", en: "Nationalisation of Oil" }),
    ("EID_AL_FITR", Text { fa: "عید فطر", en: "Eid al-Fitr" }),
    ("SADEGH_MARTYRDOM", Text { fa: "شهادت امام جعفر صادق", en: "Martyrdom of Imam Sadegh" }),
    ("EID_AL_ADHA", Text { fa: "عید قربان", en: "Eid al-Adha" }),
    ("EID_AL_GHADIR", Text { fa: "عید غدیر خم", en: "Eid al-Ghadir" }),
    ("TASUA", Text { fa: "تاسوعا", en: "Tasua" }),
    ("ASHURA", Text { fa: "عاشورا", en: "Ashura" }),
    ("ARBAEEN", Text { fa: "اربعین", en: "Arbaeen" }),
    ("PROPHET_DEATH", Text { fa: "رحلت پیامبر و شهادت امام حسن", en: "Death of the Prophet" }),
    ("REZA_MARTYRDOM", Text { fa: "شهادت امام رضا", en: "Martyrdom of Imam Reza" }),
    ("ASKARI_MARTYRDOM", Text { fa: "شهادت امام حسن عسکری", en: "Martyrdom of Imam Hasan Askari" }),
    ("PROPHET_BIRTH", Text { fa: "ولادت پیامبر و امام جعفر صادق", en: "Birth of the Prophet" }),
    ("FATIMA_MARTYRDOM", Text { fa: "شهادت حضرت فاطمه", en: "Martyrdom of Fatima" }),
    ("ALI_BIRTH", Text { fa: "ولادت امام علی", en: "Birth of Imam Ali" }),
    ("PROPHET_CALLING", Text { fa: "مبعث", en: "Calling of the Prophet" }),
    ("MAHDI_BIRTH", Text { fa: "ولادت امام زمان", en: "Birth of Imam Mahdi" }),
    ("ALI_MARTYRDOM", Text { fa: "شهادت امام علی", en: "Martyrdom of Imam Ali" }),
];

const fn weekday(day: Weekday) -> Text {
    match day {
        Weekday::Sat => Text { fa: "شنبه", en: "Saturday" },
        Weekday::Sun => Text { fa: "یکشنبه", en: "Sunday" },
        Weekday::Mon => Text { fa: "دوشنبه", en: "Monday" },
        Weekday::Tue => Text { fa: "سه‌شنبه", en: "Tuesday" },
        Weekday::Wed => Text { fa: "چهارشنبه", en: "Wednesday" },
        Weekday::Thu => Text { fa: "پنجشنبه", en: "Thursday" },
        Weekday::Fri => Text { fa: "جمعه", en: "Friday" },
    }
}

/// A holiday.
#[derive(Debug, Serialize, ToSchema)]
pub struct HolidayRow {
    /// Jalali yyyy/mm/dd.
    date: String,
    /// Why it is one; at least one reason.
    titles: Vec<String>,
    weekday: String,
}

/// Answer of `GET /market/holidays-app2/{year}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct HolidaysReply {
    year: i64,
    /// In order, Fridays included.
    holidays: Vec<HolidayRow>,
    /// Whether the year's lunar holidays are not published yet.
    approximate: bool,
}

impl HolidaysReply {
    /// The year's holidays in `lang`.
    pub fn new(year: i64, reply: pb::ListHolidaysResponse, lang: Lang) -> Self {
        let pb::ListHolidaysResponse { holidays, approximate } = reply;
        let row = |holiday| {
            let pb::Holiday { date, titles, confirmed: _ } = holiday;
            let date: NaiveDate = date.parse().ok()?;
            let title = |title: String| {
                let known = OCCASIONS.iter().find(|(code, _)| *code == title);
                known.map_or(title, |(_, text)| text.in_lang(lang).to_owned())
            };
            Some(HolidayRow {
                date: JalaliDate::from(date).to_string(),
                titles: titles.into_iter().map(title).collect(),
                weekday: weekday(date.weekday()).in_lang(lang).to_owned(),
            })
        };
        Self { year, holidays: holidays.into_iter().filter_map(row).collect(), approximate }
    }
}

#[cfg(test)]
mod tests {
    use pishkhan_calendar::holidays::Occasion;

    use super::*;

    #[test]
    fn every_occasion_has_its_words() {
        for occasion in Occasion::ALL {
            assert!(OCCASIONS.iter().any(|(code, _)| *code == occasion.code()), "{}", occasion.code());
        }
        assert_eq!(OCCASIONS.len(), Occasion::ALL.len());
    }

    #[test]
    fn an_operators_own_title_is_shown_as_it_is() {
        let holiday = pb::Holiday {
            date: "2026-03-21".to_owned(),
            titles: vec!["NOWRUZ".to_owned(), "تعطیلی ویژه".to_owned()],
            confirmed: true,
        };
        let reply = pb::ListHolidaysResponse { holidays: vec![holiday], approximate: false };
        let json = serde_json::to_value(HolidaysReply::new(1405, reply, Lang::Fa)).unwrap();
        assert_eq!(
            json["holidays"][0],
            serde_json::json!({"date": "1405/01/01", "titles": ["نوروز", "تعطیلی ویژه"], "weekday": "شنبه"})
        );
    }
}
