//! What was done of a seller's things, from the audits of all services.

mod changes;
mod words;

use std::collections::BTreeMap;

use pishkhan_proto::{activity::v1 as pb, auth::v1 as auth};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

pub use self::changes::{ActivityChange, Shown};
use super::{
    error::BffError,
    order_history::own_name,
    text::{self, Lang, Text},
    time::jalali_text,
};

/// The kinds of things of each service that sellers are told of. What follows from a change of an order in the catalogue is
/// told by the order alone.
pub const KINDS: [(&str, &[&str]); 5] = [
    ("auth", &["session", "user"]),
    ("settings", &["seller", "subscription", "payment", "invoice"]),
    ("orders", &["order", "customers"]),
    ("catalogue", &["product", "product_type", "catalogue"]),
    ("reports", &["reports"]),
];
/// In the place of a session that was not kept.
const NO_SESSION: &str = "—";

/// Query of `GET /user/activity-app2`, beside the format.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ActivityQuery {
    /// `next` of the page before: only what is older.
    #[serde(default)]
    pub before: String,
    /// Only of things of these kinds, with commas between them: session, user, seller, subscription, payment, invoice,
    /// order, customers, product, `product_type`, catalogue, reports. All of them when absent.
    #[serde(default)]
    pub entity: String,
}

impl ActivityQuery {
    /// The kinds that are asked for, by service; services that have none of them are left out.
    pub fn kinds(&self) -> Result<Vec<(&'static str, Vec<String>)>, BffError> {
        let asked: Vec<&str> = self.entity.split(',').map(str::trim).filter(|kind| !kind.is_empty()).collect();
        if asked.iter().any(|kind| !KINDS.iter().any(|(_, kinds)| kinds.contains(kind))) {
            return Err(BffError::field("entity", text::FIELD_INVALID));
        }
        let wanted = |kind: &&&str| asked.is_empty() || asked.contains(*kind);
        let of_service = KINDS.iter().map(|(service, kinds)| {
            (*service, kinds.iter().filter(wanted).map(|kind| (*kind).to_owned()).collect::<Vec<String>>())
        });
        Ok(of_service.filter(|(_, kinds)| !kinds.is_empty()).collect())
    }
}

/// Something that was done.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityEntry {
    #[serde(rename = "_id")]
    id: String,
    /// `1405/08/30 - 12:00`
    #[serde(rename = "atS")]
    time_text: String,
    /// Who, for people to read.
    by: String,
    /// The handle of the session that it was done from; `—` where it was not kept.
    session: String,
    /// The kind of thing: order, product, …
    entity: String,
    #[serde(rename = "entityId")]
    entity_id: String,
    /// What the thing is called; empty for what has no name.
    title: String,
    /// A stable code: `order.saved`.
    action: String,
    /// What was done, for people to read.
    #[serde(rename = "actionText")]
    action_text: String,
    /// By the field's name, or by the id of a line's type.
    changes: BTreeMap<String, ActivityChange>,
}

/// Answer of `GET /user/activity-app2`, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ActivityReply {
    /// 50 at most.
    pub entries: Vec<ActivityEntry>,
    /// What to ask for as `before` for those that follow; null: there are no more.
    pub next: Option<String>,
}

/// Pages of services as one, newest first. Of a service that has more than it has told, nothing older is known: there
/// the page ends.
pub fn merged(pages: Vec<pb::ListActivityResponse>, size: usize) -> (Vec<pb::ActivityEntry>, Option<String>) {
    let known = pages.iter().filter(|page| page.more).filter_map(|page| page.entries.last());
    let end = known.map(|last| last.entry_id.clone()).max().unwrap_or_default();
    let more = pages.iter().any(|page| page.more);
    let mut entries: Vec<pb::ActivityEntry> = pages.into_iter().flat_map(|page| page.entries).collect();
    let all = entries.len();
    // Ids are ordered by time, and so are their texts.
    entries.retain(|entry| entry.entry_id >= end);
    entries.sort_unstable_by(|one, other| other.entry_id.cmp(&one.entry_id));
    entries.truncate(size);
    let next = entries.last().filter(|_| more || entries.len() < all).map(|last| last.entry_id.clone());
    (entries, next)
}

/// Who reads, and how.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The person.
    pub user: auth::User,
    /// Its language.
    pub lang: Lang,
}

impl Reader {
    /// An entry as this reader is told it.
    pub fn entry(&self, entry: pb::ActivityEntry) -> ActivityEntry {
        let pb::ActivityEntry {
            entry_id,
            time,
            actor_subject,
            actor_role,
            session,
            action,
            entity,
            entity_id,
            title,
            changes,
        } = entry;
        ActivityEntry {
            id: entry_id,
            time_text: time.and_then(jalali_text).unwrap_or_default(),
            by: self.by(&actor_subject, &actor_role, &action),
            session: if session.is_empty() { NO_SESSION.to_owned() } else { session },
            entity,
            entity_id,
            title,
            action_text: words::action(&action).map_or_else(|| action.clone(), |words| self.words(words).to_owned()),
            changes: changes::of_row(&changes, self.lang),
            action,
        }
    }

    fn by(&self, subject: &str, role: &str, action: &str) -> String {
        own_name(&self.user, subject).unwrap_or_else(|| {
            let words = match role {
                "seller" => text::ACTOR_SELLER,
                "operator" => text::ACTOR_OPERATOR,
                // Customers have no session here: what they order comes through a tool.
                "tool" if action == "order.placed" => text::ACTOR_CUSTOMER,
                "tool" => text::ACTOR_SUPPORT,
                _ => text::ACTOR_SYSTEM,
            };
            self.words(words).to_owned()
        })
    }

    fn words(&self, words: Text) -> &'static str {
        words.in_lang(self.lang)
    }

    /// Headings of a file.
    pub fn headings(&self) -> [&'static str; 6] {
        [
            text::COLUMN_TIME,
            text::COLUMN_WHO,
            text::COLUMN_SESSION,
            text::COLUMN_ACTION,
            text::COLUMN_THING,
            text::COLUMN_CHANGES,
        ]
        .map(|column| self.words(column))
    }
}

impl ActivityEntry {
    /// As it stands in a file.
    pub fn cells(self) -> [String; 6] {
        let Self { id: _, time_text, by, session, entity: _, entity_id: _, title, action: _, action_text, changes } =
            self;
        let changes: Vec<String> = changes.into_values().map(|change| change.line()).collect();
        [time_text, by, session, action_text, title, changes.join("\n")]
    }
}

#[cfg(test)]
mod tests;
