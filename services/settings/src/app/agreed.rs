//! What sellers and platform agree on: a seller proposes, the platform confirms from a month on or refuses.

use pishkhan_chassis::{access::Actor, clock::SharedClock};
use pishkhan_chassis_db::idempotency::{self, Claim};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    App, SettingsError,
    write::{Moment, Write},
};
use crate::{
    SERVICE,
    domain::{
        agreed::{Agreed, AgreedFrom, Proposal, ProposalState},
        month::Month,
        section::Section,
        seller::{Cooperation, Seller, SellerType},
    },
    store::{Connection, agreed_terms, invoices, proposals, sellers, versions},
};

/// Sellers whose terms begin that are looked at in one turn.
const BEGINNING: i64 = 100;

/// A decision about a proposal.
pub struct Decide {
    /// Who decides, and under which name.
    pub write: Write,
    /// The proposal.
    pub proposal_id: Uuid,
    /// Whether it is to hold.
    pub confirm: bool,
    /// From when on; from the present month on when there is none.
    pub from: Option<Month>,
}

/// Ids of what a proposal writes: taken before the transaction, which may run twice.
#[derive(Clone, Copy)]
pub(super) struct Proposing {
    moment: Moment,
    proposal_id: Uuid,
}

impl Proposing {
    /// For a proposal that comes with another write, at the same moment.
    pub fn at(moment: Moment, clock: &SharedClock) -> Self {
        let moment = Moment { audit_id: clock.new_id(), ..moment };
        Self { moment, proposal_id: clock.new_id() }
    }
}

/// Writes down what the form of a seller, who is locked, says of the terms, unless that holds or is proposed already;
/// whether it is new. An exclusive seller's form does not have them.
pub(super) async fn propose(
    conn: &mut Connection,
    proposing: Proposing,
    actor: &Actor,
    seller: &Seller,
    wanted: Option<Agreed>,
) -> Result<bool, SettingsError> {
    let (seller_id, holds) = (seller.seller_id, Agreed::of(seller));
    let Some(agreed) = wanted.filter(|wanted| seller.seller_type != SellerType::Exclusive && holds != Some(*wanted))
    else {
        return Ok(false);
    };
    let open = proposals::awaiting(conn, seller_id).await?;
    let Proposing { moment, proposal_id } = proposing;
    if let Some(open) = &open {
        if open.agreed == agreed {
            return Ok(false);
        }
        let replaced = ProposalState::Superseded;
        proposals::decide(conn, seller_id, open.proposal_id, replaced, moment.now, None).await?;
    }
    let proposal = Proposal {
        proposal_id,
        seller_id,
        agreed,
        state: ProposalState::Awaiting,
        created_at: moment.now,
        decided_at: None,
        from: None,
    };
    proposals::insert(conn, seller_id, proposal).await?;
    let changes = json!({
        "proposal_id": proposal_id,
        "terms": { "from": details(holds), "to": details(Some(agreed)) },
        "superseded": open.map(|open| open.proposal_id),
    });
    moment.note(conn, seller_id, actor, "terms.proposed", changes).await?;
    Ok(true)
}

impl<U> App<U> {
    /// What holds now, and what awaits its decision.
    pub async fn agreed_terms(&self, seller_id: Uuid) -> Result<(Option<AgreedFrom>, Option<Proposal>), SettingsError> {
        let mut conn = self.db.read().await?;
        sellers::find(&mut conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
        let current = agreed_terms::of_month(&mut conn, seller_id, Month::at(self.clock.now())).await?;
        Ok((current, proposals::awaiting(&mut conn, seller_id).await?))
    }

    /// Proposals of a state behind one of them, oldest first, and whether there are more than so many.
    pub async fn proposals(
        &self,
        seller_id: Option<Uuid>,
        state: ProposalState,
        after: Option<Uuid>,
        limit: usize,
    ) -> Result<(Vec<Proposal>, bool), SettingsError> {
        let mut conn = self.db.read().await?;
        let mut found = proposals::list(&mut conn, seller_id, state, after, limit + 1).await?;
        let more = found.len() > limit;
        found.truncate(limit);
        Ok((found, more))
    }

    /// Decides about a proposal; the same decision again changes nothing.
    pub async fn decide_proposal(&self, command: Decide) -> Result<Proposal, SettingsError> {
        let Decide { write, proposal_id, confirm, from } = command;
        let (moment, key) = (Moment::of(&self.clock), write.key("DecideProposal"));
        let present = Month::at(moment.now);
        self.db
            .transaction(async |conn| {
                let seller_id = write.seller_id;
                let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                let found = proposals::find(conn, seller_id, proposal_id).await?;
                let proposal = found.ok_or(SettingsError::ProposalNotFound)?;
                if let Claim::Replay(_) = idempotency::claim(conn, &key, moment.now).await? {
                    return Ok(proposal);
                }
                match (proposal.state, confirm) {
                    (ProposalState::Awaiting, true) => {
                        let terms = AgreedFrom { agreed: proposal.agreed, from: from.unwrap_or(present) };
                        confirm_terms(conn, moment, &write.actor, seller, &proposal, terms).await?;
                    }
                    (ProposalState::Awaiting, false) => {
                        let refused = ProposalState::Refused;
                        proposals::decide(conn, seller_id, proposal_id, refused, moment.now, None).await?;
                        let changes = json!({ "proposal_id": proposal_id, "terms": details(Some(proposal.agreed)) });
                        moment.note(conn, seller_id, &write.actor, "terms.refused", changes).await?;
                    }
                    (ProposalState::Confirmed, true) if from.is_none_or(|from| proposal.from == Some(from)) => {}
                    (ProposalState::Refused, false) => {}
                    (ProposalState::Confirmed | ProposalState::Refused | ProposalState::Superseded, _) => {
                        return Err(SettingsError::ProposalDecided);
                    }
                }
                idempotency::store(conn, &key, &[]).await?;
                proposals::find(conn, seller_id, proposal_id).await?.ok_or(SettingsError::ProposalNotFound)
            })
            .await
    }

    /// Lets profiles say what begins to hold with the present month; how many were changed.
    pub async fn begin_terms_once(&self) -> Result<usize, SettingsError> {
        let present = Month::at(self.clock.now());
        let (mut begun, mut after) = (0, Uuid::nil());
        loop {
            let due = agreed_terms::not_begun(&mut *self.db.read().await?, present, after, BEGINNING).await?;
            let Some(last) = due.last() else { return Ok(begun) };
            after = *last;
            for seller_id in due {
                match self.begin_terms(seller_id, present).await {
                    Ok(changed) => begun += usize::from(changed),
                    Err(error) => tracing::error!(
                        seller.id = %seller_id,
                        error = &error as &dyn std::error::Error,
                        "the terms that seller {seller_id} has agreed on do not begin yet"
                    ),
                }
            }
        }
    }

    /// Lets a seller's profile say what begins to hold with the present month; whether it said something else.
    async fn begin_terms(&self, seller_id: Uuid, present: Month) -> Result<bool, SettingsError> {
        let (moment, actor) = (Moment::of(&self.clock), Actor::system(SERVICE, seller_id.to_string()));
        self.db
            .transaction(async |conn| {
                let seller = sellers::lock(conn, seller_id).await?.ok_or(SettingsError::SellerNotFound)?;
                take_over(conn, moment, &actor, seller, present, "terms.begun", json!({})).await
            })
            .await
    }
}

/// Lets a proposal of a seller, who is locked, hold from a month on.
async fn confirm_terms(
    conn: &mut Connection,
    moment: Moment,
    actor: &Actor,
    seller: Seller,
    proposal: &Proposal,
    terms: AgreedFrom,
) -> Result<(), SettingsError> {
    let (seller_id, from) = (seller.seller_id, terms.from);
    // Other terms that were agreed for a later month go on holding from there.
    let until = agreed_terms::next_after(conn, seller_id, from).await?;
    if !invoices::billed_months(conn, seller_id, from, until).await?.is_empty() {
        return Err(SettingsError::MonthInvoiced);
    }
    agreed_terms::put(conn, seller_id, terms, moment.now, &actor.subject).await?;
    let confirmed = ProposalState::Confirmed;
    proposals::decide(conn, seller_id, proposal.proposal_id, confirmed, moment.now, Some(from)).await?;
    let changes =
        json!({ "proposal_id": proposal.proposal_id, "terms": details(Some(terms.agreed)), "from_month": from.code() });
    let present = Month::at(moment.now);
    if !take_over(conn, moment, actor, seller, present, "terms.confirmed", changes.clone()).await? {
        moment.note(conn, seller_id, actor, "terms.confirmed", changes).await?;
    }
    Ok(())
}

/// Makes the profile of a seller, who is locked, say what holds in the present month; whether it said something else.
async fn take_over(
    conn: &mut Connection,
    moment: Moment,
    actor: &Actor,
    seller: Seller,
    present: Month,
    action: &'static str,
    mut changes: Value,
) -> Result<bool, SettingsError> {
    let (seller_id, before) = (seller.seller_id, Agreed::of(&seller));
    let Some(AgreedFrom { agreed, from: _ }) = agreed_terms::of_month(conn, seller_id, present).await? else {
        return Ok(false);
    };
    if before == Some(agreed) {
        return Ok(false);
    }
    let Agreed { cooperation, commission: agreed_commission, payment_date: commission_payment_date } = agreed;
    let profile = Seller { cooperation: Some(cooperation), agreed_commission, commission_payment_date, ..seller };
    sellers::update(conn, profile).await?;
    versions::bump(conn, seller_id, Section::Profile).await?;
    if let Value::Object(changes) = &mut changes {
        changes.insert("holds".to_owned(), json!({ "from": details(before), "to": details(Some(agreed)) }));
    }
    moment.note(conn, seller_id, actor, action, changes).await?;
    Ok(true)
}

/// Terms as the audit tells them.
fn details(agreed: Option<Agreed>) -> Value {
    let details = |Agreed { cooperation, commission, payment_date }: Agreed| json!({ "cooperation": Cooperation::name(cooperation), "commission": commission, "payment_date": payment_date });
    agreed.map_or(Value::Null, details)
}
