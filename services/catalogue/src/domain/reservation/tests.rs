use proptest::prelude::*;

use super::*;

#[path = "../../../tests/it/reference.rs"]
mod reference;

use reference::{Lines, Op, Outcome, Reference, STOCK};

fn id(number: usize) -> Uuid {
    Uuid::from_u128(u128::try_from(number).unwrap() + 1)
}

fn quantities(lines: &Lines) -> Quantities {
    lines.iter().map(|(of, quantity)| (id(*of), *quantity)).collect()
}

fn shelf(number: usize, on_hand: i64, reserved: i64, active: bool) -> Shelf {
    Shelf {
        type_id: id(number),
        product_title: format!("product {number}"),
        type_name: format!("type {number}"),
        active,
        version: 0,
        level: Level::new(on_hand, reserved).unwrap(),
    }
}

/// The rules put together the way the use case does it, over maps instead of tables.
struct Machine {
    shelves: Vec<Shelf>,
    held: BTreeMap<usize, Quantities>,
    last: BTreeMap<usize, LastAnswer>,
    ledger: Vec<Movement>,
}

impl Machine {
    fn new(stock: &[i64]) -> Self {
        let mut machine =
            Self { shelves: Vec::new(), held: BTreeMap::new(), last: BTreeMap::new(), ledger: Vec::new() };
        for (number, on_hand) in stock.iter().enumerate() {
            machine.shelves.push(shelf(number, 0, 0, true));
            machine.set_available(number, *on_hand);
        }
        machine
    }

    fn apply(&mut self, movement: Movement) {
        let place = self.shelves.iter_mut().find(|place| place.type_id == movement.type_id).unwrap();
        assert_eq!((place.level, place.version), (movement.before, movement.version_before));
        place.level = movement.after;
        place.version += 1;
        self.ledger.push(movement);
    }

    fn set_available(&mut self, of: usize, available: i64) {
        let Shelf { type_id, version, level, .. } = self.shelves[of].clone();
        let after = level.with_available(available).unwrap();
        if after != level {
            self.apply(Movement { type_id, version_before: version, kind: MovementKind::Adjust, before: level, after });
        }
    }

    fn declare(&mut self, order: usize, revision: i64, lines: &Lines) -> Outcome {
        let declaration = Declaration::new(id(order), revision, quantities(lines)).unwrap();
        let held = self.held.entry(order).or_default().clone();
        let answer = match turn(self.last.get(&order).cloned(), &held, &declaration) {
            Turn::Stale { .. } => return Outcome::Stale,
            Turn::Repeated(answer) => answer,
            Turn::New => {
                let plan = plan(&held, declaration.lines(), &self.shelves);
                let answer = plan.answer();
                if let Plan::Apply(movements) = plan {
                    assert!(movements.is_sorted_by_key(|movement| movement.type_id), "rows are locked in one order");
                    for movement in movements {
                        self.apply(movement);
                    }
                    self.held.insert(order, declaration.lines().clone());
                }
                self.last.insert(order, LastAnswer { revision, answer: answer.clone() });
                answer
            }
        };
        match answer {
            Answer::Reserved => Outcome::Reserved,
            Answer::Short(lines) => Outcome::Short(
                lines
                    .iter()
                    .map(|short| {
                        let number = self.shelves.iter().position(|shelf| shelf.type_id == short.type_id).unwrap();
                        (number, short.available, short.requested)
                    })
                    .collect(),
            ),
        }
    }

    /// The ledger adds up to the row, and the row to the reservations.
    fn check(&self) {
        for shelf in &self.shelves {
            let rows = self.ledger.iter().filter(|row| row.type_id == shelf.type_id);
            let sums = rows.fold((0, 0), |sums, row| (sums.0 + row.delta_on_hand(), sums.1 + row.delta_reserved()));
            assert_eq!(sums, (shelf.level.on_hand(), shelf.level.reserved()));
            let held: i64 = self.held.values().filter_map(|lines| lines.get(&shelf.type_id)).sum();
            assert_eq!(held, shelf.level.reserved());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_does_what_the_reference_does(ops in reference::ops(1..60)) {
        let mut machine = Machine::new(&STOCK);
        let mut reference = Reference::new(&STOCK);
        let mut sent: BTreeMap<usize, (i64, Lines)> = BTreeMap::new();
        for op in ops {
            match op {
                Op::Declare { order, skip, lines } => {
                    let revision = reference.last_revision(order) + skip;
                    sent.insert(order, (revision, lines.clone()));
                    prop_assert_eq!(machine.declare(order, revision, &lines), reference.declare(order, revision, &lines));
                }
                Op::Cancel { order } => {
                    let revision = reference.last_revision(order) + 1;
                    sent.insert(order, (revision, Lines::new()));
                    reference.declare(order, revision, &Lines::new());
                    let outcome = machine.declare(order, revision, &Lines::new());
                    prop_assert_eq!(outcome, Outcome::Reserved, "giving back never fails");
                }
                Op::Repeat { order } => {
                    if let Some((revision, lines)) = sent.get(&order) {
                        let before = machine.ledger.len();
                        prop_assert_eq!(machine.declare(order, *revision, lines), reference.declare(order, *revision, lines));
                        prop_assert_eq!(machine.ledger.len(), before);
                    }
                }
                Op::Straggler { order, lines } => {
                    let revision = reference.last_revision(order) - 1;
                    if revision >= 1 {
                        let before = machine.ledger.len();
                        prop_assert_eq!(machine.declare(order, revision, &lines), Outcome::Stale);
                        prop_assert_eq!(machine.ledger.len(), before);
                    }
                }
                Op::SetAvailable { of, available } | Op::Edit { of, available } => {
                    machine.set_available(of, available);
                    reference.set_available(of, available);
                }
                Op::Toggle { of } => machine.shelves[of].active = reference.toggle(of),
            }
            machine.check();
            for of in 0..STOCK.len() {
                prop_assert_eq!(machine.shelves[of].level.available(), reference.available(of));
                prop_assert_eq!(machine.shelves[of].level.reserved(), reference.reserved(of));
            }
        }
    }

    #[test]
    fn a_level_is_never_an_impossible_one(on_hand in -3_i64..20, reserved in -3_i64..20, step in -30_i64..30) {
        let level = Level::new(on_hand, reserved);
        prop_assert_eq!(level.is_some(), 0 <= reserved && reserved <= on_hand);
        for after in level.iter().flat_map(|level| [level.with_reserved(step), level.with_available(step)]).flatten() {
            prop_assert!(0 <= after.reserved() && after.reserved() <= after.on_hand());
        }
    }
}

#[test]
fn a_declaration_is_checked_as_a_whole() {
    let line = |quantity| vec![(id(0), quantity)];
    assert_eq!(Declaration::new(id(9), 0, line(1)), Err(DeclarationError::Revision));
    for quantity in [0, -1, limits::QUANTITY + 1, i64::MAX] {
        assert_eq!(Declaration::new(id(9), 1, line(quantity)), Err(DeclarationError::Quantity { line: 0 }));
    }
    assert_eq!(
        Declaration::new(id(9), 1, [(id(0), 1), (id(1), 1), (id(0), 1)]),
        Err(DeclarationError::Repeated { line: 2 })
    );
    let many = (0..=limits::LINES).map(|number| (id(number), 1));
    assert_eq!(Declaration::new(id(9), 1, many), Err(DeclarationError::TooManyLines));
    assert!(Declaration::new(id(9), 1, (0..limits::LINES).map(|number| (id(number), limits::QUANTITY))).is_ok());
    assert!(Declaration::new(id(9), 1, []).is_ok());
}

#[test]
fn all_lines_or_none() {
    let shelves = [shelf(0, 10, 0, true), shelf(1, 2, 1, true)];
    let wanted = Quantities::from([(id(0), 4), (id(1), 2)]);
    let Plan::Refuse(short) = plan(&Quantities::new(), &wanted, &shelves) else { panic!("the second line is short") };
    assert_eq!(
        short,
        [Shortage {
            type_id: id(1),
            product_title: "product 1".to_owned(),
            type_name: "type 1".to_owned(),
            available: 1,
            requested: 2,
        }]
    );
}

#[test]
fn what_an_order_holds_counts_for_it() {
    let held = Quantities::from([(id(0), 3)]);
    let shelves = [shelf(0, 5, 4, true)];
    let answer = |quantity| plan(&held, &Quantities::from([(id(0), quantity)]), &shelves).answer();
    assert_eq!(answer(4), Answer::Reserved);
    let Answer::Short(short) = answer(5) else { panic!("only four are there") };
    assert_eq!((short[0].available, short[0].requested), (4, 5));
}

#[test]
fn a_type_that_is_off_can_be_kept_or_given_back() {
    let held = Quantities::from([(id(0), 3)]);
    let shelves = [shelf(0, 9, 3, false)];
    let answer = |quantity| plan(&held, &Quantities::from([(id(0), quantity)]), &shelves).answer();
    assert_eq!((answer(3), answer(1)), (Answer::Reserved, Answer::Reserved));
    let Answer::Short(short) = answer(4) else { panic!("more is refused") };
    assert_eq!(short[0].available, 3);
}

#[test]
fn a_type_that_is_not_there_has_nothing_to_give() {
    let Answer::Short(short) = plan(&Quantities::new(), &Quantities::from([(id(7), 1)]), &[]).answer() else {
        panic!("nothing is there")
    };
    assert_eq!((short[0].available, short[0].requested, short[0].product_title.as_str()), (0, 1, ""));
}
