//! How an order is settled with the stock, as a state machine: an order and a request give the first step, an intent and
//! the stock's reply the last one. The use cases follow it, and so does the model that is checked in every order of events.

use super::{
    order::OrderStatus,
    settlement::{SettlementKind, Shortage},
    violation::Violation,
};

/// What a request to save, cancel or delete begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstStep {
    /// Nothing: the order is so already.
    Nothing,
    /// It is cancelled at once: no goods were ever asked for, so there is nothing to give back.
    CancelAtOnce,
    /// It is deleted at once: it holds no goods.
    DeleteAtOnce,
    /// The stock must agree to this revision first.
    AskStock(i64),
}

/// The first step with an order that stands so, and for which the stock was last asked this revision (0: never).
pub const fn first_step(
    kind: SettlementKind,
    status: OrderStatus,
    last_revision_sent: i64,
) -> Result<FirstStep, Violation> {
    let ask = FirstStep::AskStock(last_revision_sent + 1);
    match (kind, status) {
        (SettlementKind::Save | SettlementKind::Takeover, OrderStatus::Registered)
        | (SettlementKind::Cancel, OrderStatus::Cancelled) => Ok(FirstStep::Nothing),
        (SettlementKind::Save | SettlementKind::Takeover, OrderStatus::Cancelled) => Err(Violation::Cancelled),
        (SettlementKind::Delete, OrderStatus::Registered) => Err(Violation::Registered),
        (SettlementKind::Cancel, OrderStatus::Open | OrderStatus::Registered) if last_revision_sent == 0 => {
            Ok(FirstStep::CancelAtOnce)
        }
        // A cancelled order has given its goods back.
        (SettlementKind::Delete, OrderStatus::Cancelled) => Ok(FirstStep::DeleteAtOnce),
        (SettlementKind::Delete, OrderStatus::Open) if last_revision_sent == 0 => Ok(FirstStep::DeleteAtOnce),
        (SettlementKind::Save | SettlementKind::Takeover | SettlementKind::Delete, OrderStatus::Open)
        | (SettlementKind::Cancel, OrderStatus::Open | OrderStatus::Registered) => Ok(ask),
    }
}

/// What the stock replies to an intent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StockReply {
    /// The order's whole reservation stands.
    Reserved,
    /// Nothing has changed, since these lines ask for more than there is.
    Short(Vec<Shortage>),
    /// The stock knows a later revision of the order, or this one with other lines.
    Stale {
        /// The revision that it knows, if it tells.
        last_revision: Option<i64>,
    },
    /// It will not be done, however often it is asked.
    Refused,
}

/// What follows from the stock's reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// Nothing: the intent that was asked for is concluded, or another one stands.
    AlreadyConcluded,
    /// The intent stands, under this later revision, and the stock has to be asked again.
    AskAgain(i64),
    /// The order is registered.
    Register,
    /// The order is cancelled.
    Cancel,
    /// The order is deleted.
    Delete,
    /// The order stays as it was.
    Keep,
    /// The order was only being taken over, and goes.
    Remove,
    /// Goods cannot be short where they are given back: the intent stands until somebody has looked.
    Impossible,
}

/// What follows from a reply to an intent of revision `asked`, when the order's intent that stands has the revision
/// `standing`, and the last revision that was counted for the order is `last_revision_sent`.
pub fn conclude(
    kind: SettlementKind,
    asked: i64,
    standing: Option<i64>,
    last_revision_sent: i64,
    reply: &StockReply,
) -> Conclusion {
    if standing != Some(asked) {
        return Conclusion::AlreadyConcluded;
    }
    match (kind, reply) {
        (_, StockReply::Stale { last_revision }) => {
            Conclusion::AskAgain(last_revision.unwrap_or_default().max(last_revision_sent).saturating_add(1))
        }
        (SettlementKind::Save | SettlementKind::Takeover, StockReply::Reserved) => Conclusion::Register,
        (SettlementKind::Cancel, StockReply::Reserved) => Conclusion::Cancel,
        (SettlementKind::Delete, StockReply::Reserved) => Conclusion::Delete,
        (SettlementKind::Takeover, StockReply::Short(_) | StockReply::Refused) => Conclusion::Remove,
        (SettlementKind::Save, StockReply::Short(_) | StockReply::Refused)
        | (SettlementKind::Cancel | SettlementKind::Delete, StockReply::Refused) => Conclusion::Keep,
        (SettlementKind::Cancel | SettlementKind::Delete, StockReply::Short(_)) => Conclusion::Impossible,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [SettlementKind; 4] =
        [SettlementKind::Save, SettlementKind::Cancel, SettlementKind::Delete, SettlementKind::Takeover];

    #[test]
    fn only_the_intent_that_was_asked_for_is_concluded() {
        let replies = [
            StockReply::Reserved,
            StockReply::Short(Vec::new()),
            StockReply::Stale { last_revision: Some(9) },
            StockReply::Refused,
        ];
        for kind in KINDS {
            for reply in &replies {
                for standing in [None, Some(2), Some(4)] {
                    assert_eq!(conclude(kind, 3, standing, 4, reply), Conclusion::AlreadyConcluded);
                }
                assert_ne!(conclude(kind, 3, Some(3), 4, reply), Conclusion::AlreadyConcluded);
            }
        }
    }

    #[test]
    fn a_stale_intent_asks_for_a_revision_that_neither_side_has_seen() {
        for kind in KINDS {
            let again = |last_revision| conclude(kind, 3, Some(3), 5, &StockReply::Stale { last_revision });
            assert_eq!(again(Some(9)), Conclusion::AskAgain(10));
            assert_eq!(again(Some(3)), Conclusion::AskAgain(6));
            assert_eq!(again(None), Conclusion::AskAgain(6));
        }
    }

    #[test]
    fn a_refusal_leaves_no_order_that_was_only_being_taken_over() {
        let refused = |kind| conclude(kind, 1, Some(1), 1, &StockReply::Refused);
        assert_eq!(KINDS.map(refused), [Conclusion::Keep, Conclusion::Keep, Conclusion::Keep, Conclusion::Remove]);
        let short = |kind| conclude(kind, 1, Some(1), 1, &StockReply::Short(Vec::new()));
        let expected = [Conclusion::Keep, Conclusion::Impossible, Conclusion::Impossible, Conclusion::Remove];
        assert_eq!(KINDS.map(short), expected);
    }
}
