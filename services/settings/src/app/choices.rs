//! Brands and regions: what there is, and what a seller has chosen.

use futures_util::future::join;
use pishkhan_chassis::{access::Actor, errors::problem};
use pishkhan_chassis_db::{Commit, idempotency, in_order};
use serde_json::json;
use uuid::Uuid;

use super::{
    App, SettingsError,
    write::{Moment, Write, version_of},
};
use crate::{
    domain::{
        choice::{Choice, ChoiceKind, NAMES_MAX, tidy_name},
        section::{Section, Versioned},
    },
    store::choices,
};

impl<U> App<U> {
    /// All there is to choose from, by name.
    pub async fn choices(&self, kind: ChoiceKind) -> Result<Vec<Choice>, SettingsError> {
        let mut conn = self.db.read().await?;
        Ok(choices::list(&mut conn, kind).await?)
    }

    /// Offers names; how many are new. Each is offered once, in whatever spelling it comes.
    pub async fn add_choices(&self, actor: &Actor, kind: ChoiceKind, names: &[String]) -> Result<usize, SettingsError> {
        if names.len() > NAMES_MAX {
            return Err(SettingsError::InvalidFields(vec![("names", problem::TOO_LARGE)]));
        }
        let tidy: Option<Vec<String>> = names.iter().map(|name| tidy_name(name)).collect();
        let tidy = tidy.ok_or_else(|| SettingsError::InvalidFields(vec![("names", problem::INVALID)]))?;
        let new: Vec<Choice> = tidy.into_iter().map(|name| Choice { choice_id: self.clock.new_id(), name }).collect();
        let moment = Moment::of(&self.clock);
        self.db
            .transaction(async |conn| {
                let added = choices::insert(conn, kind, &new).await?;
                if !added.is_empty() {
                    let changes = json!({ "added": added });
                    moment.record_shared(conn, actor, "choices.added", "choice", changes).await?;
                }
                Ok(added.len())
            })
            .await
    }

    /// What a seller has chosen, by name.
    pub async fn chosen(&self, seller_id: Uuid, kind: ChoiceKind) -> Result<Versioned<Vec<Choice>>, SettingsError> {
        let conn = self.db.read().await?;
        let (version, chosen) = in_order(join(
            version_of(&conn, seller_id, Section::Choices(kind)),
            choices::chosen(&conn, seller_id, kind),
        ))
        .await;
        Ok(Versioned { version: version?, value: chosen? })
    }

    /// Chooses one, or gives it up; the version afterwards. A state that is there already stays.
    pub async fn choose(
        &self,
        write: Write,
        kind: ChoiceKind,
        choice_id: Uuid,
        selected: bool,
    ) -> Result<i64, SettingsError> {
        let (moment, section) = (Moment::of(&self.clock), Section::Choices(kind));
        let key = write.key(if selected { "SelectChoice" } else { "DeselectChoice" });
        self.db
            .pipelined(async |tx| -> Result<Commit<i64>, SettingsError> {
                let seller_id = write.seller_id;
                let read = |conn| choices::find(conn, seller_id, kind, choice_id);
                let standing = write.standing(tx, &key, section, read).await?;
                let mut version = standing.version;
                if standing.done {
                    return Ok(Commit::without_writes(version));
                }
                let offer = standing.value.as_ref().ok_or(SettingsError::ChoiceNotFound)?;
                let mut writes = vec![idempotency::record(&key, Vec::new(), moment.now)];
                if offer.chosen != selected {
                    let (change, action) = if selected {
                        (choices::select(seller_id, choice_id), "choice.selected")
                    } else {
                        (choices::deselect(seller_id, choice_id), "choice.deselected")
                    };
                    writes.push(change);
                    let details = json!({ "choice_id": choice_id, "name": offer.name });
                    let (next, counted) = moment.change(&standing, &write.actor, action, details);
                    version = next;
                    writes.extend(counted);
                }
                Ok(Commit { value: version, writes })
            })
            .await
    }
}
