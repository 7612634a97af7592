//! What must hold in every state, and what must be possible in some.

use stateright::Property;

use super::{
    house::{House, Restored, Wrong, calls},
    orders,
    state::{Answer, Goods, ORDERS, Order, Reply, Restore, State, Status, TYPES},
    stock,
};

const NEVER_OVERSOLD: &str = "never more is promised than is there, and what is promised is what orders hold";
pub const HOLDS_ITS_LINES: &str = "an order that is settled holds exactly the lines it was saved with";
const HOLDS_OLD_OR_NEW: &str = "an order that is being settled holds its old lines or its new ones";
const SAVED_OR_NOT: &str = "a registered order is saved with its lines, a cancelled or deleted one with none";
const RECOVERS: &str = "whatever was lost, the recovery loop finishes every intent";

/// All promises, and the proofs that the model is not empty.
pub fn all(house: &House) -> Vec<Property<House>> {
    let mut properties = vec![
        Property::always(NEVER_OVERSOLD, |_, state: &State| never_oversold(state)),
        Property::always(HOLDS_ITS_LINES, |_, state: &State| settled_orders_hold_their_lines(state)),
        Property::always(HOLDS_OLD_OR_NEW, |_, state: &State| unsettled_orders_hold_old_or_new(state)),
        Property::always(SAVED_OR_NOT, |_, state: &State| state.orders.iter().all(saved_or_not)),
        Property::always(RECOVERS, |house: &House, state: &State| recovers(state, house.wrong)),
    ];
    if house.wrong.is_some() {
        return properties;
    }
    properties.push(Property::sometimes("both orders are settled for good", |_, state: &State| {
        state.orders.iter().all(|order| order.changes_left == 0 && order.intent.is_none())
    }));
    properties.push(Property::sometimes("an order is refused", |_, state: &State| {
        state.replies.iter().any(|reply| reply.answer == Answer::Short)
    }));
    properties.push(Property::sometimes("a straggler is stale", |_, state: &State| {
        state.replies.iter().any(|reply| matches!(reply.answer, Answer::Stale { .. }))
    }));
    properties.push(Property::sometimes("a reopened order holds other goods than its lines", |_, state: &State| {
        state
            .orders
            .iter()
            .any(|order| order.status == Status::Open && order.saved.is_some_and(|saved| saved != order.lines))
    }));
    if house.edits > 0 {
        properties.push(Property::sometimes("goods of a type that is switched off are held", |_, state: &State| {
            state.stock.shelves.iter().any(|shelf| !shelf.active && shelf.reserved > 0)
        }));
        properties.push(Property::sometimes(
            "nothing is left to sell, and something is promised",
            |_, state: &State| {
                state.stock.shelves.iter().any(|shelf| shelf.reserved > 0 && shelf.on_hand == shelf.reserved)
            },
        ));
    }
    if house.restored != Restored::Neither {
        properties.push(Property::sometimes("a restore tears the databases apart", |_, state: &State| {
            state.restore == Restore::Closed
                && (0..ORDERS).any(|at| state.orders[at].due() != state.stock.accounts[at].held)
        }));
    }
    properties
}

fn sum(state: &State, at: usize) -> u8 {
    state.stock.accounts.iter().map(|account| account.held[at]).sum()
}

fn never_oversold(state: &State) -> bool {
    (0..TYPES).all(|at| {
        let shelf = state.stock.shelves[at];
        shelf.reserved <= shelf.on_hand && shelf.reserved == sum(state, at)
    })
}

/// Orders beside what the stock holds for them, unless a restore has just torn them apart.
fn pairs(state: &State) -> impl Iterator<Item = (&Order, Goods)> {
    let comparable = state.restore != Restore::Closed;
    state.orders.iter().zip(state.stock.accounts.iter().map(|account| account.held)).filter(move |_| comparable)
}

fn settled_orders_hold_their_lines(state: &State) -> bool {
    pairs(state).all(|(order, held)| order.intent.is_some() || held == order.due())
}

fn unsettled_orders_hold_old_or_new(state: &State) -> bool {
    pairs(state).all(|(order, held)| order.intent.is_none_or(|intent| held == order.due() || held == intent.goods))
}

fn saved_or_not(order: &Order) -> bool {
    match order.status {
        Status::Open => true,
        Status::Registered => order.saved == Some(order.lines),
        Status::Cancelled | Status::Gone => order.saved.is_none(),
    }
}

/// All processes have died, and all that was under way is lost: only the databases are left.
fn recovers(state: &State, wrong: Option<Wrong>) -> bool {
    if state.restore == Restore::Closed {
        return true;
    }
    let mut state = state.clone();
    recover(&mut state, wrong);
    state.orders.iter().all(|order| order.intent.is_none())
        && never_oversold(&state)
        && settled_orders_hold_their_lines(&state)
        && state.orders.iter().all(saved_or_not)
}

/// The recovery loop: works on each intent as `settle` does, with no more tries than it has.
pub fn recover(state: &mut State, wrong: Option<Wrong>) {
    for _ in 0..4 {
        let due: Vec<_> = calls(&state.orders).collect();
        for call in due {
            let answer = stock::set_reservation(&mut state.stock, &call, wrong);
            orders::commit(&mut state.orders[call.order], &Reply { call, answer }, wrong);
        }
    }
}
