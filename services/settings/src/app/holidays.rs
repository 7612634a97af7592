//! The table of holidays: read by everybody, kept by operators.

use std::{
    collections::HashSet,
    sync::{Arc, PoisonError, RwLock},
};

use pishkhan_calendar::{
    JalaliDate,
    holidays::{Calendar, YearListing},
};
use pishkhan_chassis::{access::Actor, errors::problem};
use pishkhan_chassis_db::{DbError, PooledConn};
use serde_json::json;
use uuid::Uuid;

use super::{App, SettingsError, write::Moment};
use crate::store::holidays;

/// The holidays of a year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holidays {
    /// In order, Fridays included.
    pub listing: YearListing,
    /// The month and day of each that has still to be confirmed.
    pub unconfirmed: HashSet<(u8, u8)>,
}

/// The holidays as an order's terms last needed them, with the version that they have. Clones share them.
#[derive(Clone, Default)]
pub(super) struct KnownHolidays(Arc<RwLock<Option<Known>>>);

type Known = (Uuid, Arc<Calendar>);

impl KnownHolidays {
    /// Those of a version that was read just now, or later ones: read again if they are not known.
    pub async fn of(&self, conn: &PooledConn, version: Option<Uuid>) -> Result<Arc<Calendar>, DbError> {
        if let Some((known, calendar)) = &*self.0.read().unwrap_or_else(PoisonError::into_inner)
            && Some(*known) == version
        {
            return Ok(Arc::clone(calendar));
        }
        let calendar = Arc::new(Calendar::new(holidays::load(conn).await?));
        if let Some(version) = version {
            // What was read behind it is at least as new: should it be newer, the next version tells so.
            *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some((version, Arc::clone(&calendar)));
        }
        Ok(calendar)
    }
}

impl<U> App<U> {
    /// The holidays of a Jalali year.
    pub async fn holidays(&self, year: i32) -> Result<Holidays, SettingsError> {
        let mut conn = self.db.read().await?;
        let calendar = Calendar::new(holidays::load(&conn).await?);
        let listing =
            calendar.year(year).map_err(|_| SettingsError::InvalidFields(vec![("year", problem::OUT_OF_RANGE)]))?;
        let unconfirmed = holidays::unconfirmed(&mut conn, year).await?.into_iter().collect();
        Ok(Holidays { listing, unconfirmed })
    }

    /// Adds a holiday, or says of the one that is there whether it is confirmed. Twice is once.
    pub async fn add_holiday(
        &self,
        actor: &Actor,
        date: JalaliDate,
        title: &str,
        confirmed: bool,
    ) -> Result<(), SettingsError> {
        let moment = Moment::of(&self.clock);
        self.db
            .transaction(async |conn| {
                let before = holidays::put(conn, date, title, confirmed).await?;
                if before != Some(confirmed) {
                    let changes =
                        json!({ "date": date, "title": title, "confirmed": { "from": before, "to": confirmed } });
                    moment.record_shared(conn, actor, "holiday.added", "holiday", changes).await?;
                }
                Ok(())
            })
            .await
    }

    /// Takes a day's entries out of the table, all or the one of a title; how many are gone. Twice is once.
    pub async fn remove_holiday(
        &self,
        actor: &Actor,
        date: JalaliDate,
        title: Option<&str>,
    ) -> Result<usize, SettingsError> {
        let moment = Moment::of(&self.clock);
        self.db
            .transaction(async |conn| {
                let removed = holidays::delete(conn, date, title).await?;
                if !removed.is_empty() {
                    let changes = json!({ "date": date, "titles": removed });
                    moment.record_shared(conn, actor, "holiday.removed", "holiday", changes).await?;
                }
                Ok(removed.len())
            })
            .await
    }

    /// Says whether all lunar holidays of a year are in the table. Twice is once.
    pub async fn set_holiday_year(&self, actor: &Actor, year: i32, published: bool) -> Result<(), SettingsError> {
        let moment = Moment::of(&self.clock);
        self.db
            .transaction(async |conn| {
                if holidays::set_published(conn, year, published).await? {
                    let changes = json!({ "year": year, "published": { "from": !published, "to": published } });
                    moment.record_shared(conn, actor, "holiday_year.changed", "holiday_year", changes).await?;
                }
                Ok(())
            })
            .await
    }
}
