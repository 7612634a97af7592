//! What tools ask about intents and reservations, and what they are answered.

use pishkhan_chassis::{
    access::Caller,
    paging::{encode_token, page_size},
    parse::{self, timestamp},
};
use pishkhan_proto::orders::v1 as pb;
use tonic::Status;

use super::{any_seller, commands, seller};
use crate::{
    app::{ListIntents, Reconcile, ReconcileOutcome, Reconciled, ReservationDifference, Retried, RetryIntent},
    domain::{ReconcileStep, SettlementKind, Waiting},
};

pub(super) fn list(caller: &Caller, request: pb::ListIntentsRequest) -> Result<ListIntents, Status> {
    let pb::ListIntentsRequest { seller_id, page_size: size, page_token } = request;
    Ok(ListIntents {
        seller_id: any_seller(caller, &seller_id)?,
        after: commands::after(&page_token)?,
        limit: page_size(size, 100, 500) as usize,
    })
}

pub(super) fn answer_list(waiting: Vec<Waiting>, more: bool) -> pb::ListIntentsResponse {
    let last = waiting.last().filter(|_| more).map(|last| (last.settlement.seller_id, last.settlement.order_id));
    pb::ListIntentsResponse {
        intents: waiting.into_iter().map(intent).collect(),
        next_page_token: last.map(|last| encode_token(&last)).unwrap_or_default(),
    }
}

fn intent(waiting: Waiting) -> pb::Intent {
    let Waiting { settlement, attempts, created_at, due_at, last_error, stuck } = waiting;
    let kind = match settlement.kind {
        SettlementKind::Save => pb::IntentKind::Save,
        SettlementKind::Cancel => pb::IntentKind::Cancel,
        SettlementKind::Takeover => pb::IntentKind::Takeover,
        SettlementKind::Delete => pb::IntentKind::Delete,
    };
    pb::Intent {
        seller_id: settlement.seller_id.to_string(),
        order_id: settlement.order_id.to_string(),
        kind: kind.into(),
        revision: settlement.revision,
        attempts,
        create_time: Some(timestamp(created_at)),
        due_time: Some(timestamp(due_at)),
        last_error,
        stuck,
    }
}

pub(super) fn retry(caller: &Caller, mut request: pb::RetryIntentRequest) -> Result<RetryIntent, Status> {
    let asker = commands::asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let pb::RetryIntentRequest { request_id: _, seller_id, order_id } = request;
    Ok(RetryIntent { seller_id: seller(caller, &seller_id)?, order_id: parse::uuid("order_id", &order_id)?, asker })
}

impl From<Retried> for pb::RetryIntentResponse {
    fn from(retried: Retried) -> Self {
        let (outcome, last_error) = match retried {
            Retried::Settled => (pb::RetryOutcome::Settled, String::new()),
            Retried::Short => (pb::RetryOutcome::Short, String::new()),
            Retried::Waiting(error) => (pb::RetryOutcome::Waiting, error),
            Retried::Nothing => (pb::RetryOutcome::None, String::new()),
        };
        Self { outcome: outcome.into(), last_error }
    }
}

pub(super) fn reconcile(caller: &Caller, mut request: pb::ReconcileReservationsRequest) -> Result<Reconcile, Status> {
    let asker = commands::asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let step = match request.step() {
        pb::ReconcileStep::Unspecified => ReconcileStep::Tell,
        pb::ReconcileStep::Release => ReconcileStep::Release,
        pb::ReconcileStep::Claim => ReconcileStep::Claim,
        pb::ReconcileStep::ClaimUnsettled => ReconcileStep::ClaimUnsettled,
    };
    let pb::ReconcileReservationsRequest { request_id: _, seller_id, step: _, page_size: size, page_token } = request;
    Ok(Reconcile {
        seller_id: seller(caller, &seller_id)?,
        step,
        place: commands::after(&page_token)?.unwrap_or_default(),
        limit: page_size(size, 50, 100) as usize,
        asker,
    })
}

impl From<Reconciled> for pb::ReconcileReservationsResponse {
    fn from(reconciled: Reconciled) -> Self {
        let Reconciled { differences, orders, next } = reconciled;
        Self {
            differences: differences.into_iter().map(difference).collect(),
            orders: i32::try_from(orders).unwrap_or(i32::MAX),
            next_page_token: next.map(|place| encode_token(&place)).unwrap_or_default(),
        }
    }
}

fn difference(difference: ReservationDifference) -> pb::ReservationDifference {
    let ReservationDifference { order_id, lines, settling, outcome } = difference;
    let outcome = match outcome {
        ReconcileOutcome::Reported => pb::ReconcileOutcome::Told,
        ReconcileOutcome::Declared => pb::ReconcileOutcome::Declared,
        ReconcileOutcome::Short => pb::ReconcileOutcome::Short,
    };
    let line = |(type_id, due, held): (uuid::Uuid, i64, i64)| pb::ReservationLineDifference {
        type_id: type_id.to_string(),
        due,
        held,
    };
    pb::ReservationDifference {
        order_id: order_id.to_string(),
        lines: lines.into_iter().map(line).collect(),
        settling,
        outcome: outcome.into(),
    }
}
