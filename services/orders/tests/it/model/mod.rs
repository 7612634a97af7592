//! The settling of orders with the stock, checked in every order of events.
//!
//! Two orders compete for two product types. Their people save, edit, discard, cancel and delete; meanwhile every message
//! between the services may be lost, doubled and overtaken, and either process may die between any two transactions.
//!
//! How that is modelled: nothing is remembered but the two databases, the calls ever sent and the answers ever given.
//! - A call or an answer stays for good, so it arrives at any later time, in any order, any number of times: that is
//!   duplication, reordering and the late duplicate. On the path where it is never taken it is lost.
//! - Whoever works on an intent knows what a call or an answer says and nothing else, so a process that dies is a path on
//!   which its next step is not taken, and another worker on the same intent is the same call once more.
//! - What comes after a crash is the recovery loop alone, on what the databases hold: it must finish from every state.
//!
//! A call that the stock refuses as a mistake has changed nothing and is taken back; it needs no model.
//!
//! Both sides decide by the services' own functions: the catalogue's by `reservation::turn`, `reservation::plan` and
//! `Level`, the orders' by `first_step`, `conclude` and, after a restore, `ReconcileStep`. Which transaction decides what
//! follows `app/settle.rs`, `app/settle_conclude.rs` and `app/reconcile.rs` and must be changed with them.

mod house;
mod orders;
mod promises;
mod state;
mod stock;

use stateright::{Checker, HasDiscoveries, Model as _};

use house::{House, Restored, Wrong};
use promises::HOLDS_ITS_LINES;

/// The first order wants one of the first type, then one of each; the second wants one of each, then one of the second
/// type. There is one of each.
fn rivals() -> House {
    House {
        on_hand: [1, 1],
        choices: [[[1, 0], [1, 1]], [[1, 1], [0, 1]]],
        changes: [3, 3],
        takeover: false,
        edits: 0,
        restored: Restored::Neither,
        wrong: None,
    }
}

/// Looks at every state there is.
fn assert_kept(house: House) {
    let checker = house.checker().threads(2).spawn_bfs().join();
    println!("{} states, up to {} steps", checker.unique_state_count(), checker.max_depth());
    checker.assert_properties();
}

/// Looks until the promise is found broken.
fn assert_broken(house: House, promise: &'static str) {
    let found = HasDiscoveries::AnyOf([promise].into());
    let checker = house.checker().threads(2).finish_when(found).spawn_bfs().join();
    println!("{}", checker.assert_any_discovery(promise));
}

#[test]
fn two_orders_in_every_order_of_events() {
    assert_kept(House { changes: [4, 3], ..rivals() });
}

#[test]
fn a_takeover_beside_a_rival() {
    assert_kept(House { takeover: true, ..rivals() });
}

#[test]
fn a_seller_who_lowers_stock_and_switches_types_off() {
    assert_kept(House { changes: [2, 2], edits: 2, ..rivals() });
}

#[test]
fn orders_restored_to_an_older_time() {
    assert_kept(House { changes: [2, 2], restored: Restored::Orders, ..rivals() });
}

#[test]
fn stock_restored_to_an_older_time() {
    assert_kept(House { changes: [2, 2], restored: Restored::Stock, ..rivals() });
}

#[test]
fn differences_in_place_of_the_whole_reservation_are_caught() {
    assert_broken(House { wrong: Some(Wrong::Deltas), ..rivals() }, HOLDS_ITS_LINES);
}

#[test]
fn a_missing_revision_guard_is_caught() {
    assert_broken(House { wrong: Some(Wrong::NoRevisionGuard), ..rivals() }, HOLDS_ITS_LINES);
}

#[test]
fn a_forgotten_refusal_is_caught() {
    assert_broken(House { wrong: Some(Wrong::NoRefusalMemo), ..rivals() }, HOLDS_ITS_LINES);
}

#[test]
fn a_commit_that_does_not_look_for_its_intent_is_caught() {
    assert_broken(House { wrong: Some(Wrong::BlindCommit), ..rivals() }, HOLDS_ITS_LINES);
}

#[test]
fn a_restore_without_reconciliation_is_caught() {
    for restored in [Restored::Orders, Restored::Stock] {
        assert_broken(House { restored, wrong: Some(Wrong::NoReconciliation), ..rivals() }, HOLDS_ITS_LINES);
    }
}
