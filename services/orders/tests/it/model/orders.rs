//! The side of the orders, transaction by transaction. What is decided in each is decided by the service's own functions
//! (`first_step`, `conclude`).

use pishkhan_orders::domain::{Conclusion, FirstStep, OrderStatus, SettlementKind, StockReply, conclude, first_step};

use super::{
    house::Wrong,
    state::{Answer, Call, Goods, Intent, Kind, NONE, Order, Reply, Status},
};

/// What people ask of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Other lines; opens a registered order again.
    Edit,
    /// Back to the saved lines.
    Discard,
    Save,
    Cancel,
    Delete,
}

impl Change {
    pub const ALL: [Self; 5] = [Self::Edit, Self::Discard, Self::Save, Self::Cancel, Self::Delete];
}

/// The first transaction. `None`: the order does not allow it, or it changes nothing; while an intent stands, whoever
/// asks for a change finishes the intent first.
pub fn begin(order: &Order, change: Change, choices: [Goods; 2]) -> Option<Order> {
    if order.intent.is_some() || order.changes_left == 0 {
        return None;
    }
    let mut next = Order { changes_left: order.changes_left - 1, ..*order };
    match (change, order.status) {
        (Change::Edit, Status::Open | Status::Registered) => {
            next.lines = if order.lines == choices[0] { choices[1] } else { choices[0] };
            next.status = Status::Open;
        }
        (Change::Discard, Status::Open) => {
            next.lines = order.saved?;
            next.status = Status::Registered;
        }
        (Change::Save, _) => settle(&mut next, Kind::Save, order.lines)?,
        (Change::Cancel, _) => settle(&mut next, Kind::Cancel, NONE)?,
        (Change::Delete, _) => settle(&mut next, Kind::Delete, NONE)?,
        (Change::Edit, Status::Cancelled | Status::Gone)
        | (Change::Discard, Status::Registered | Status::Cancelled | Status::Gone) => return None,
    }
    Some(next)
}

/// The first step of saving, cancelling or deleting.
fn settle(order: &mut Order, kind: Kind, goods: Goods) -> Option<()> {
    let status = match order.status {
        Status::Open => OrderStatus::Open,
        Status::Registered => OrderStatus::Registered,
        Status::Cancelled => OrderStatus::Cancelled,
        Status::Gone => return None,
    };
    match first_step(settlement_kind(kind)?, status, order.sent.into()) {
        Err(_) | Ok(FirstStep::Nothing) => return None,
        Ok(FirstStep::CancelAtOnce) => order.status = Status::Cancelled,
        Ok(FirstStep::DeleteAtOnce) => order.status = Status::Gone,
        Ok(FirstStep::AskStock(revision)) => {
            declare(order, kind, goods);
            assert_eq!(i64::from(order.sent), revision);
        }
    }
    Some(())
}

/// `None`: what is declared once more after a restore is no change of the order.
const fn settlement_kind(kind: Kind) -> Option<SettlementKind> {
    match kind {
        Kind::Save => Some(SettlementKind::Save),
        Kind::Cancel => Some(SettlementKind::Cancel),
        Kind::Delete => Some(SettlementKind::Delete),
        Kind::Takeover => Some(SettlementKind::Takeover),
        Kind::Reassert => None,
    }
}

/// Writes the intent, under the next revision.
pub fn declare(order: &mut Order, kind: Kind, goods: Goods) {
    order.sent += 1;
    order.intent = Some(Intent { revision: order.sent, kind, goods, before: order.due() });
}

/// The second transaction. Returns what has to be asked next, if the stock knew a later revision.
pub fn commit(order: &mut Order, reply: &Reply, wrong: Option<Wrong>) -> Option<Call> {
    let Reply { call, answer } = *reply;
    if order.status == Status::Gone {
        return None;
    }
    let asked = i64::from(call.intent.revision);
    let standing = order.intent.map(|intent| i64::from(intent.revision));
    let standing = if wrong == Some(Wrong::BlindCommit) { Some(asked) } else { standing };
    let reply = match answer {
        Answer::Reserved => StockReply::Reserved,
        Answer::Short => StockReply::Short(Vec::new()),
        Answer::Stale { last } => StockReply::Stale { last_revision: Some(last.into()) },
    };
    // What is declared once more is concluded like a save, and leaves the order as it is.
    let kind = settlement_kind(call.intent.kind);
    match conclude(kind.unwrap_or(SettlementKind::Save), asked, standing, order.sent.into(), &reply) {
        Conclusion::AlreadyConcluded => return None,
        Conclusion::AskAgain(revision) => {
            let mut intent = order.intent?;
            order.sent = u8::try_from(revision).expect("a small revision");
            intent.revision = order.sent;
            order.intent = Some(intent);
            return Some(Call { order: call.order, intent });
        }
        Conclusion::Register if kind.is_some() => {
            order.status = Status::Registered;
            order.saved = Some(order.lines);
        }
        Conclusion::Cancel => {
            order.status = Status::Cancelled;
            order.saved = None;
        }
        Conclusion::Delete => {
            order.status = Status::Gone;
            order.saved = None;
        }
        Conclusion::Remove => order.status = Status::Gone,
        // Giving goods back is short only in a house with a fault.
        Conclusion::Register | Conclusion::Keep | Conclusion::Impossible => {}
    }
    order.intent = None;
    None
}
