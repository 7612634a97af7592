//! The last step of an edit: the profile, the proposal, the audit and the reply, in one transaction.

use chrono::{DateTime, Utc};
use pishkhan_chassis_db::idempotency::{self, Claim, Key};
use serde_json::{Map, Value, json};

use super::{
    SettingsError,
    agreed::{Proposing, propose},
    edit_seller::{Edited, OPERATION},
    write::{Moment, version_of},
};
use crate::{
    domain::{agreed::Agreed, section::Section, seller::Seller, subscription::is_live},
    store::{Connection, StoreError, edits::Edit, sellers, subscriptions},
};

/// Writes the profile, what it proposes, the audit and the reply.
pub(super) async fn commit(
    conn: &mut Connection,
    moment: Moment,
    proposing: Proposing,
    edit: &Edit,
    seller: Seller,
) -> Result<Edited, SettingsError> {
    let Edit { change_id: _, request_id: _, fingerprint: _, profile, switches, renew_session, actor, due_at: _ } = edit;
    let changed = Seller {
        // It may have been switched, or its subscription ended, while auth did its part.
        active: if *switches {
            profile.active && (seller.active || may_be_on(conn, &seller, moment.now).await?)
        } else {
            seller.active
        },
        // What the form does not have is nobody's to turn back.
        story_url: seller.story_url.clone(),
        background_url: seller.background_url.clone(),
        parent_seller_id: seller.parent_seller_id,
        // What the platform has to agree to.
        cooperation: seller.cooperation,
        agreed_commission: seller.agreed_commission,
        commission_payment_date: seller.commission_payment_date,
        ..profile.clone()
    };
    let differences = differences(&seller, &changed, *renew_session);
    let version = if differences.is_empty() {
        version_of(conn, seller.seller_id, Section::Profile).await?
    } else {
        sellers::update(conn, changed.clone()).await.map_err(code_taken)?;
        let details = Value::Object(differences);
        moment.record(conn, seller.seller_id, Section::Profile, actor, "seller.changed", details).await?
    };
    let proposed = propose(conn, proposing, actor, &seller, Agreed::of(profile)).await?;
    let key = key(edit);
    if let Claim::New = idempotency::claim(conn, &key, moment.now).await? {
        let reply = Reply { renew_session: *renew_session, proposed };
        idempotency::store(conn, &key, &reply.write()).await?;
    }
    Ok(Edited { seller: changed, version, renew_session: *renew_session, proposed })
}

/// Whether the store, which is off, may be switched on.
pub(super) async fn may_be_on(
    conn: &mut Connection,
    seller: &Seller,
    now: DateTime<Utc>,
) -> Result<bool, SettingsError> {
    if !seller.seller_type.needs_subscription() {
        return Ok(true);
    }
    Ok(is_live(&subscriptions::bought(conn, seller.seller_id).await?, now))
}

/// What makes a repeated edit the same one.
pub(super) fn key(edit: &Edit) -> Key<'_> {
    let Edit { request_id, fingerprint, profile, .. } = edit;
    Key { seller_id: profile.seller_id, operation: OPERATION, request_id, fingerprint: *fingerprint }
}

/// What is kept of an answer.
pub(super) struct Reply {
    /// Whether the session that asked has to be renewed soon.
    pub renew_session: bool,
    /// Whether terms were proposed.
    pub proposed: bool,
}

impl Reply {
    fn write(&self) -> [u8; 2] {
        [self.renew_session.into(), self.proposed.into()]
    }

    /// A process of before kept the first byte alone.
    pub fn read(reply: &[u8]) -> Self {
        let is_set = |at: usize| reply.get(at) == Some(&1);
        Self { renew_session: is_set(0), proposed: is_set(1) }
    }
}

fn code_taken(error: StoreError) -> SettingsError {
    if pishkhan_chassis_db::is_unique_violation(&error, "seller_code_key") {
        SettingsError::SellerCodeTaken
    } else {
        error.into()
    }
}

/// What differs, for the audit. Of the password only that it does.
fn differences(before: &Seller, after: &Seller, password: bool) -> Map<String, Value> {
    let pairs = fields(before).into_iter().zip(fields(after));
    let unequal = pairs.filter(|((_, from), (_, to))| from != to);
    let mut details: Map<String, Value> =
        unequal.map(|((name, from), (_, to))| (name.to_owned(), json!({ "from": from, "to": to }))).collect();
    if password {
        details.insert("password".to_owned(), json!({ "changed": true }));
    }
    details
}

fn fields(seller: &Seller) -> [(&'static str, Value); 13] {
    [
        ("active", json!(seller.active)),
        ("title", json!(seller.title)),
        ("representative", json!(seller.representative)),
        ("code", json!(seller.code)),
        ("national_code", json!(seller.national_code)),
        ("work_start_date", json!(seller.work_start_date)),
        ("price_edit_range", json!(seller.price_edit_range)),
        ("national_card_received", json!(seller.national_card_received)),
        ("card_number", json!(seller.card_number)),
        ("sheba_number", json!(seller.sheba_number)),
        ("address", json!(seller.address)),
        ("cellphone", json!(seller.cellphone)),
        ("username", json!(seller.username)),
    ]
}
