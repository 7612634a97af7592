//! The table of holidays, as operators keep it.

use std::process::ExitCode;

use pishkhan_calendar::JalaliDate;
use pishkhan_proto::settings::v1 as pb;

use crate::clients::{Clients, explain};

/// What to do with the table.
#[derive(clap::Subcommand)]
pub enum Action {
    /// Prints a year's holidays, Fridays left out, and what has still to be confirmed.
    List {
        /// Jalali, 1400 to 1420.
        #[arg(long, value_parser = clap::value_parser!(i32).range(1400..=1420))]
        year: i32,
    },
    /// Adds a holiday, or confirms the one that is there.
    Add {
        /// Jalali, yyyy/mm/dd, in any digits.
        date: String,
        /// A well-known occasion's code (ASHURA, ...) or a title.
        title: String,
        /// It has still to be confirmed.
        #[arg(long)]
        unconfirmed: bool,
    },
    /// Takes a day's holidays out of the table.
    Remove {
        /// Jalali, yyyy/mm/dd, in any digits.
        date: String,
        /// Only the one of this code or title.
        #[arg(long, default_value = "")]
        title: String,
    },
    /// Says that a year's lunar holidays are all in the table: its delivery dates are exact from now on.
    Publish {
        /// Jalali, 1400 to 1420.
        #[arg(long, value_parser = clap::value_parser!(i32).range(1400..=1420))]
        year: i32,
        /// They are not, after all.
        #[arg(long)]
        undo: bool,
    },
}

/// Does it.
pub async fn run(action: Action) -> anyhow::Result<ExitCode> {
    let clients = Clients::from_env()?;
    let mut settings = clients.settings();
    match action {
        Action::List { year } => {
            let reply = settings.list_holidays(pb::ListHolidaysRequest { year }).await;
            print!("{}", listing(&reply.map_err(|status| explain(&status))?.into_inner())?);
        }
        Action::Add { date, title, unconfirmed } => {
            let request = pb::AddHolidayRequest { date: civil(&date)?, title, confirmed: !unconfirmed };
            settings.add_holiday(request).await.map_err(|status| explain(&status))?;
        }
        Action::Remove { date, title } => {
            let request = pb::RemoveHolidayRequest { date: civil(&date)?, title };
            let reply = settings.remove_holiday(request).await.map_err(|status| explain(&status))?;
            println!("{} removed", reply.into_inner().removed);
        }
        Action::Publish { year, undo } => {
            let request = pb::SetHolidayYearRequest { year, published: !undo };
            settings.set_holiday_year(request).await.map_err(|status| explain(&status))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn civil(date: &str) -> anyhow::Result<String> {
    Ok(date.parse::<JalaliDate>()?.to_naive().to_string())
}

fn listing(reply: &pb::ListHolidaysResponse) -> anyhow::Result<String> {
    use std::fmt::Write as _;
    let mut text = String::new();
    for pb::Holiday { date, titles, confirmed } in &reply.holidays {
        let titles: Vec<&str> = titles.iter().map(String::as_str).filter(|title| *title != "FRIDAY").collect();
        if titles.is_empty() {
            continue;
        }
        let date = JalaliDate::from(date.parse::<chrono::NaiveDate>()?);
        let doubt = if *confirmed { "" } else { " (to be confirmed)" };
        writeln!(text, "{date} {}{doubt}", titles.join(", "))?;
    }
    if reply.approximate {
        text.push_str("the lunar holidays of this year are not published yet\n");
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_listing_tells_days_reasons_and_doubts() {
        let holiday = |date: &str, titles: &[&str], confirmed| pb::Holiday {
            date: date.to_owned(),
            titles: titles.iter().map(|title| (*title).to_owned()).collect(),
            confirmed,
        };
        let reply = pb::ListHolidaysResponse {
            holidays: vec![
                holiday("2026-03-21", &["NOWRUZ"], true),
                holiday("2026-03-27", &["FRIDAY"], true),
                holiday("2026-11-13", &["FATIMA_MARTYRDOM", "FRIDAY"], false),
            ],
            approximate: true,
        };
        let expected = "1405/01/01 NOWRUZ\n1405/08/22 FATIMA_MARTYRDOM (to be confirmed)\n\
                        the lunar holidays of this year are not published yet\n";
        assert_eq!(listing(&reply).unwrap(), expected);
        assert_eq!(civil("۱۴۰۵/۰۸/۲۲").unwrap(), "2026-11-13");
    }
}
