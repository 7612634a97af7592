//! The side of the orders, transaction by transaction, as `app/settle.rs` has it.

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
        (Change::Save, Status::Open) => declare(&mut next, Kind::Save, order.lines),
        (Change::Cancel, Status::Open | Status::Registered) => {
            if order.sent == 0 {
                next.status = Status::Cancelled;
            } else {
                declare(&mut next, Kind::Cancel, NONE);
            }
        }
        (Change::Delete, Status::Cancelled) => next.status = Status::Gone,
        (Change::Delete, Status::Open) => {
            if order.sent == 0 {
                next.status = Status::Gone;
            } else {
                declare(&mut next, Kind::Delete, NONE);
            }
        }
        (Change::Edit | Change::Cancel, Status::Cancelled | Status::Gone)
        | (Change::Discard | Change::Save, Status::Registered | Status::Cancelled | Status::Gone)
        | (Change::Delete, Status::Registered | Status::Gone) => return None,
    }
    Some(next)
}

/// Writes the intent, under the next revision.
pub fn declare(order: &mut Order, kind: Kind, goods: Goods) {
    order.sent += 1;
    order.intent = Some(Intent { revision: order.sent, kind, goods, before: order.due() });
}

/// The second transaction. Returns what has to be asked next, if the stock knew a later revision.
pub fn commit(order: &mut Order, reply: &Reply, wrong: Option<Wrong>) -> Option<Call> {
    let Reply { call, answer } = *reply;
    let ours = order.intent.is_some_and(|intent| intent.revision == call.intent.revision);
    if order.status == Status::Gone || !(ours || wrong == Some(Wrong::BlindCommit)) {
        return None;
    }
    if let Answer::Stale { last } = answer {
        let mut intent = order.intent?;
        order.sent = last.max(order.sent) + 1;
        intent.revision = order.sent;
        order.intent = Some(intent);
        return Some(Call { order: call.order, intent });
    }
    order.intent = None;
    match (call.intent.kind, answer) {
        (Kind::Save | Kind::Takeover, Answer::Reserved) => {
            order.status = Status::Registered;
            order.saved = Some(order.lines);
        }
        (Kind::Cancel, Answer::Reserved) => {
            order.status = Status::Cancelled;
            order.saved = None;
        }
        (Kind::Delete, Answer::Reserved) => {
            order.status = Status::Gone;
            order.saved = None;
        }
        (Kind::Takeover, Answer::Short) => order.status = Status::Gone,
        // A refused order stays as it was. Giving goods back is never short.
        (Kind::Save | Kind::Cancel | Kind::Delete | Kind::Reassert, Answer::Short)
        | (Kind::Reassert, Answer::Reserved)
        | (_, Answer::Stale { .. }) => {}
    }
    None
}
