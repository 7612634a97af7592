//! The side of the catalogue: one transaction that decides by the service's own functions.

use pishkhan_catalogue::domain::{
    reservation::{self, Declaration, LastAnswer, Plan, Quantities, Turn},
    stock::Level,
};
use uuid::Uuid;

use super::{
    house::Wrong,
    state::{Account, Answer, Call, Goods, Shelf, Stock, TYPES},
};

pub const fn type_id(index: usize) -> Uuid {
    Uuid::from_u128(index as u128 + 1)
}

fn level(shelf: Shelf) -> Level {
    Level::new(shelf.on_hand.into(), shelf.reserved.into()).expect("more is reserved than on hand")
}

fn quantities(goods: Goods) -> Quantities {
    (0..TYPES).filter(|index| goods[*index] > 0).map(|index| (type_id(index), goods[index].into())).collect()
}

pub fn units(value: i64) -> u8 {
    u8::try_from(value).expect("a small number of units")
}

/// `SetReservation`.
pub fn set_reservation(stock: &mut Stock, call: &Call, wrong: Option<Wrong>) -> Answer {
    let account = stock.accounts[call.order];
    let revision = call.intent.revision;
    match turn(account, call, wrong) {
        Turn::Stale { last } => return Answer::Stale { last: units(last) },
        Turn::Repeated(reservation::Answer::Reserved) => return Answer::Reserved,
        Turn::Repeated(reservation::Answer::Short(_)) => return Answer::Short,
        Turn::New => {}
    }
    let wanted = if wrong == Some(Wrong::Deltas) { added(account, call) } else { Some(call.intent.goods) };
    let plan = wanted.map(|wanted| (wanted, plan(stock, account.held, wanted)));
    let Some((wanted, Plan::Apply(movements))) = plan else {
        if wrong != Some(Wrong::NoRefusalMemo) {
            stock.accounts[call.order].last = Some((revision, false));
        }
        return Answer::Short;
    };
    for movement in movements {
        let shelf = (0..TYPES).find(|index| type_id(*index) == movement.type_id).expect("one of ours");
        stock.shelves[shelf].reserved = units(movement.after.reserved());
    }
    stock.accounts[call.order] = Account { last: Some((revision, true)), held: wanted };
    Answer::Reserved
}

fn turn(account: Account, call: &Call, wrong: Option<Wrong>) -> Turn {
    let last = account.last.map(|(revision, reserved)| LastAnswer {
        revision: revision.into(),
        // What was short is not told apart here: a refusal answers any lines of its revision.
        answer: if reserved { reservation::Answer::Reserved } else { reservation::Answer::Short(Vec::new()) },
    });
    let declaration = Declaration::new(Uuid::nil(), call.intent.revision.into(), quantities(call.intent.goods));
    let declaration = declaration.expect("a possible declaration");
    match (reservation::turn(last, &quantities(account.held), &declaration), wrong) {
        (_, Some(Wrong::Deltas)) | (Turn::Stale { .. }, Some(Wrong::NoRevisionGuard)) => Turn::New,
        (turn, _) => turn,
    }
}

fn plan(stock: &Stock, held: Goods, wanted: Goods) -> Plan {
    let shelf = |(index, shelf): (usize, &Shelf)| reservation::Shelf {
        type_id: type_id(index),
        product_title: String::new(),
        type_name: String::new(),
        active: shelf.active,
        version: 0,
        level: level(*shelf),
    };
    let shelves: Vec<_> = stock.shelves.iter().enumerate().map(shelf).collect();
    reservation::plan(&quantities(held), &quantities(wanted), &shelves)
}

/// What a stock that is told differences makes of one.
fn added(account: Account, call: &Call) -> Option<Goods> {
    let mut wanted = account.held;
    for (index, units) in wanted.iter_mut().enumerate() {
        *units = (*units + call.intent.goods[index]).checked_sub(call.intent.before[index])?;
    }
    Some(wanted)
}

/// The seller says how much can still be sold.
pub fn set_available(shelf: &mut Shelf, available: u8) {
    let after = level(*shelf).with_available(available.into()).expect("a possible level");
    shelf.on_hand = units(after.on_hand());
}
