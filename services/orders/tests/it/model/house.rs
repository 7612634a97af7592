//! The model: which steps there are, and what each does.

use pishkhan_orders::domain::{self, ReconcileStep};
use stateright::{Model, Property};

use super::{
    orders::{self, Change},
    promises,
    state::{
        Account, Backup, Call, Goods, Intent, Kind, NONE, ORDERS, Order, Reply, Restore, Shelf, State, Status, Stock,
        TYPES,
    },
    stock,
};

/// A mistake that the protocol does without; the checker must find what it leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrong {
    /// The stock is told differences in place of the whole reservation.
    Deltas,
    /// The stock takes an older revision for a new one.
    NoRevisionGuard,
    /// The stock does not remember what it has refused.
    NoRefusalMemo,
    /// An answer is committed without a look at whether its intent still stands.
    BlindCommit,
    /// The house opens after a restore as if nothing had happened.
    NoReconciliation,
}

/// Which databases are restored to an older state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restored {
    Neither,
    Orders,
    Stock,
}

/// What is there at the start, and what may happen.
#[derive(Debug, Clone)]
pub struct House {
    pub on_hand: Goods,
    /// The two sets of lines that an order is edited between; it starts with the first.
    pub choices: [[Goods; 2]; ORDERS],
    /// How many changes are asked for of each order.
    pub changes: [u8; ORDERS],
    /// Whether the first order is being taken over from another system.
    pub takeover: bool,
    /// How often the seller changes the stock or switches a type.
    pub edits: u8,
    pub restored: Restored,
    pub wrong: Option<Wrong>,
}

/// A step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Somebody asks for a change; its intent is written and the call to the stock sent.
    Ask(usize, Change),
    /// A call arrives at the stock, for the first time or again.
    Arrive(Call),
    /// Whoever has this answer commits it.
    Commit(Reply),
    /// The seller sets what can still be sold of a type.
    SetAvailable(usize, u8),
    /// The seller switches a type off or on.
    Switch(usize),
    /// The database that will be restored is copied.
    Copy,
    /// The copy is put back. The house is closed for it, so whatever was under way is lost.
    Restore,
    /// The house opens again.
    Open,
}

impl House {
    fn order(&self, index: usize) -> Order {
        let mut order = Order {
            status: Status::Open,
            lines: self.choices[index][0],
            saved: None,
            sent: 0,
            intent: None,
            changes_left: self.changes[index],
        };
        if self.takeover && index == 0 {
            orders::declare(&mut order, Kind::Takeover, self.choices[0][0]);
        }
        order
    }
}

/// The calls of the intents that stand: what the recovery loop sends.
pub fn calls(orders: &[Order; ORDERS]) -> impl Iterator<Item = Call> {
    orders.iter().enumerate().filter_map(|(order, row)| row.intent.map(|intent| Call { order, intent }))
}

impl Model for House {
    type State = State;
    type Action = Step;

    fn init_states(&self) -> Vec<State> {
        let orders = std::array::from_fn(|index| self.order(index));
        let shelves = std::array::from_fn(|index| Shelf { on_hand: self.on_hand[index], reserved: 0, active: true });
        vec![State {
            calls: calls(&orders).collect(),
            orders,
            stock: Stock { shelves, accounts: [Account { last: None, held: NONE }; ORDERS] },
            replies: std::collections::BTreeSet::new(),
            edits_left: self.edits,
            backup: None,
            restore: Restore::Never,
        }]
    }

    fn actions(&self, state: &State, steps: &mut Vec<Step>) {
        if state.restore == Restore::Closed {
            steps.push(Step::Open);
            return;
        }
        for index in 0..ORDERS {
            steps.extend(Change::ALL.map(|change| Step::Ask(index, change)));
        }
        steps.extend(state.calls.iter().copied().map(Step::Arrive));
        steps.extend(state.replies.iter().copied().map(Step::Commit));
        if state.edits_left > 0 {
            for index in 0..TYPES {
                steps.extend([Step::SetAvailable(index, 0), Step::SetAvailable(index, 1), Step::Switch(index)]);
            }
        }
        if self.restored != Restored::Neither && state.restore == Restore::Never {
            steps.push(if state.backup.is_none() { Step::Copy } else { Step::Restore });
        }
    }

    fn next_state(&self, last: &State, step: Step) -> Option<State> {
        let mut state = last.clone();
        match step {
            Step::Ask(index, change) => {
                state.orders[index] = orders::begin(&last.orders[index], change, self.choices[index])?;
                state.calls.extend(calls(&state.orders));
            }
            Step::Arrive(call) => {
                let answer = stock::set_reservation(&mut state.stock, &call, self.wrong);
                state.replies.insert(Reply { call, answer });
            }
            Step::Commit(reply) => {
                let again = orders::commit(&mut state.orders[reply.call.order], &reply, self.wrong);
                state.calls.extend(again);
            }
            Step::SetAvailable(index, available) => {
                stock::set_available(&mut state.stock.shelves[index], available);
                state.edits_left -= 1;
            }
            Step::Switch(index) => {
                state.stock.shelves[index].active ^= true;
                state.edits_left -= 1;
            }
            Step::Copy => {
                state.backup = match self.restored {
                    Restored::Neither => None,
                    Restored::Orders => Some(Backup::Orders(state.orders)),
                    Restored::Stock => Some(Backup::Stock(state.stock.clone())),
                };
            }
            Step::Restore => {
                match state.backup.take()? {
                    Backup::Orders(orders) => {
                        // What people still ask for is no part of a database.
                        let left = state.orders.map(|order| order.changes_left);
                        state.orders = std::array::from_fn(|at| Order { changes_left: left[at], ..orders[at] });
                    }
                    Backup::Stock(stock) => state.stock = stock,
                }
                state.calls.clear();
                state.replies.clear();
                state.restore = Restore::Closed;
            }
            Step::Open => {
                if self.wrong != Some(Wrong::NoReconciliation) {
                    reconcile(&mut state);
                }
                state.calls.extend(calls(&state.orders));
                state.restore = Restore::Over;
            }
        }
        (state != *last).then_some(state)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        promises::all(self)
    }
}

/// Takes the databases back to one another after a restore, by the steps of `app/reconcile.rs`. Each order that has
/// something to do declares its reservation once more, under a revision that neither side has seen: first all give back
/// what they have too much of, then those that are settled take what they lack, then the others; last of all, the intents
/// are finished.
fn reconcile(state: &mut State) {
    for step in [ReconcileStep::Release, ReconcileStep::Claim, ReconcileStep::ClaimUnsettled] {
        for index in 0..ORDERS {
            let (order, account) = (&state.orders[index], &state.stock.accounts[index]);
            let next = order.intent.map(|intent| quantities(intent.goods));
            if let Some(goods) = step.goods(&quantities(account.held), &quantities(order.due()), next.as_ref()) {
                reassert(state, index, of(&goods));
            }
        }
    }
    promises::recover(state, None);
}

/// The order's declaration; an intent that stands takes a later revision still.
fn reassert(state: &mut State, index: usize, goods: Goods) {
    let (order, account) = (&mut state.orders[index], &state.stock.accounts[index]);
    let revision = account.last.map_or(order.sent, |(last, _)| order.sent.max(last)) + 1;
    let call = Intent { revision, kind: Kind::Reassert, goods, before: order.due() };
    order.sent = revision;
    if let Some(intent) = &mut order.intent {
        order.sent = revision + 1;
        intent.revision = order.sent;
    }
    stock::set_reservation(&mut state.stock, &Call { order: index, intent: call }, None);
}

/// Goods as the service reckons with them.
fn quantities(goods: Goods) -> domain::Goods {
    (0..TYPES).filter(|at| goods[*at] > 0).map(|at| (stock::type_id(at), goods[at].into())).collect()
}

fn of(goods: &domain::Goods) -> Goods {
    std::array::from_fn(|at| goods.get(&stock::type_id(at)).map_or(0, |units| stock::units(*units)))
}
