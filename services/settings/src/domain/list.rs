//! Lists that a seller keeps and replaces as a whole: discount tiers and text cards.

use std::collections::HashSet;

use pishkhan_chassis::{errors::problem, text};
use uuid::Uuid;

/// Tiers or cards of one list at most.
pub const CARDS_MAX: usize = 50;
/// Characters of a card at most.
pub const TEXT_MAX: usize = 300;
/// More than any tier can be meant to reach, in tomans or packages.
const VALUE_MAX: i64 = 1_000_000_000_000;
/// 100 percent.
const WHOLE: i32 = 10_000;

/// What is wrong with a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListProblem {
    /// Fields break their rules: name (`volume_tiers[0].from`) and problem code.
    Fields(Vec<(String, &'static str)>),
    /// More than [`CARDS_MAX`].
    TooMany,
    /// A tier ends before it begins.
    Reversed,
    /// Two tiers have a value in common.
    Overlap,
}

/// Which list of tiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TierKind {
    /// By volume.
    Volume,
    /// By amount.
    Amount,
    /// By unit.
    Unit,
}

impl TierKind {
    /// The list's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Volume => "volume_tiers",
            Self::Amount => "amount_tiers",
            Self::Unit => "unit_tiers",
        }
    }
}

/// A discount for what lies between two values, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tier {
    /// Of the tier.
    pub tier_id: Uuid,
    /// The first value.
    pub from: i64,
    /// The last value.
    pub to: i64,
    /// 550 is 5.5 percent.
    pub discount_basis_points: i32,
}

/// A tier as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TierDraft {
    /// Of the tier that it replaces; empty for a new one.
    pub id: String,
    /// The first value.
    pub from: Option<i64>,
    /// The last value.
    pub to: Option<i64>,
    /// 550 is 5.5 percent.
    pub discount_basis_points: Option<i32>,
}

/// Checks a whole list of tiers. Their ids are those of the drafts where they are of the list, else nil.
pub fn check_tiers(kind: TierKind, drafts: &[TierDraft]) -> Result<Vec<Tier>, ListProblem> {
    if drafts.len() > CARDS_MAX {
        return Err(ListProblem::TooMany);
    }
    let mut problems = Vec::new();
    let mut tiers = Vec::with_capacity(drafts.len());
    for (at, draft) in drafts.iter().enumerate() {
        let mut wrong = |field: &str, problem| problems.push((format!("{}[{at}].{field}", kind.name()), problem));
        for (field, value) in [("from", draft.from), ("to", draft.to)] {
            match value {
                None => wrong(field, problem::REQUIRED),
                Some(0..=VALUE_MAX) => {}
                Some(_) => wrong(field, problem::OUT_OF_RANGE),
            }
        }
        match draft.discount_basis_points {
            None => wrong("discount_basis_points", problem::REQUIRED),
            Some(0..=WHOLE) => {}
            Some(_) => wrong("discount_basis_points", problem::OUT_OF_RANGE),
        }
        if let (Some(from), Some(to), Some(discount_basis_points)) = (draft.from, draft.to, draft.discount_basis_points)
        {
            let tier_id = Uuid::try_parse(&draft.id).unwrap_or_default();
            tiers.push(Tier { tier_id, from, to, discount_basis_points });
        }
    }
    if !problems.is_empty() {
        return Err(ListProblem::Fields(problems));
    }
    if tiers.iter().any(|tier| tier.to < tier.from) {
        return Err(ListProblem::Reversed);
    }
    let mut spans: Vec<(i64, i64)> = tiers.iter().map(|tier| (tier.from, tier.to)).collect();
    spans.sort_unstable();
    let overlap = spans.iter().zip(spans.iter().skip(1)).any(|((_, end), (start, _))| start <= end);
    if overlap { Err(ListProblem::Overlap) } else { Ok(tiers) }
}

/// Which list of text cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    /// Other discounts.
    OtherDiscount,
    /// Descriptions of the store.
    StoreDescription,
}

impl CardKind {
    /// The list's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OtherDiscount => "other_discounts",
            Self::StoreDescription => "store_descriptions",
        }
    }
}

/// A text on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextCard {
    /// Of the card; of the one that it replaces, or anything, in a draft.
    pub card_id: Uuid,
    /// In its stored form, at most [`TEXT_MAX`] characters.
    pub text: String,
}

/// Checks a whole list of cards, each its id and its text, and tidies the texts.
pub fn check_cards(kind: CardKind, drafts: Vec<(String, String)>) -> Result<Vec<TextCard>, ListProblem> {
    if drafts.len() > CARDS_MAX {
        return Err(ListProblem::TooMany);
    }
    let mut problems = Vec::new();
    let mut cards = Vec::with_capacity(drafts.len());
    for (at, (id, draft)) in drafts.into_iter().enumerate() {
        let tidy = text::normalise_lines(&draft);
        let problem = if text::fold(&tidy).is_empty() {
            Some(problem::REQUIRED)
        } else if text::scalar_len(&tidy) > TEXT_MAX {
            Some(problem::TOO_LONG)
        } else {
            None
        };
        problems.extend(problem.map(|problem| (format!("{}[{at}].text", kind.name()), problem)));
        cards.push(TextCard { card_id: Uuid::try_parse(&id).unwrap_or_default(), text: tidy });
    }
    if problems.is_empty() { Ok(cards) } else { Err(ListProblem::Fields(problems)) }
}

/// Something in a list, with an id of its own.
pub trait Listed {
    /// Its id.
    fn id_mut(&mut self) -> &mut Uuid;
}

impl Listed for Tier {
    fn id_mut(&mut self) -> &mut Uuid {
        &mut self.tier_id
    }
}

impl Listed for TextCard {
    fn id_mut(&mut self) -> &mut Uuid {
        &mut self.card_id
    }
}

/// Keeps the ids that the list has already, each once; everything else is new.
pub fn settle_ids(items: &mut [impl Listed], known: &[Uuid], mut new_id: impl FnMut() -> Uuid) {
    let mut free: HashSet<Uuid> = known.iter().copied().collect();
    for item in items {
        let id = item.id_mut();
        if !free.remove(id) {
            *id = new_id();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn draft(from: i64, to: i64, discount: i32) -> TierDraft {
        TierDraft { id: String::new(), from: Some(from), to: Some(to), discount_basis_points: Some(discount) }
    }

    fn check(drafts: &[TierDraft]) -> Result<usize, ListProblem> {
        check_tiers(TierKind::Volume, drafts).map(|tiers| tiers.len())
    }

    #[test]
    fn tiers_may_touch_but_not_overlap() {
        assert_eq!(check(&[draft(11, 20, 500), draft(0, 10, 0), draft(21, 21, 10_000)]), Ok(3));
        for (one, other) in [((0, 10), (10, 20)), ((0, 100), (50, 60)), ((5, 5), (5, 5)), ((10, 20), (0, 10))] {
            assert_eq!(check(&[draft(one.0, one.1, 1), draft(other.0, other.1, 1)]), Err(ListProblem::Overlap));
        }
        assert_eq!(check(&[]), Ok(0));
    }

    #[test]
    fn a_tier_does_not_end_before_it_begins() {
        assert_eq!(check(&[draft(10, 9, 0)]), Err(ListProblem::Reversed));
        assert_eq!(check(&[draft(9, 9, 0)]), Ok(1));
    }

    #[test]
    fn every_wrong_value_is_named() {
        let empty = TierDraft { id: String::new(), from: None, to: None, discount_basis_points: None };
        let Err(ListProblem::Fields(problems)) = check_tiers(TierKind::Unit, &[draft(-1, 5, 10_001), empty]) else {
            panic!("it was not refused")
        };
        let named: Vec<(&str, &str)> = problems.iter().map(|(field, problem)| (field.as_str(), *problem)).collect();
        assert_eq!(
            named,
            [
                ("unit_tiers[0].from", "OUT_OF_RANGE"),
                ("unit_tiers[0].discount_basis_points", "OUT_OF_RANGE"),
                ("unit_tiers[1].from", "REQUIRED"),
                ("unit_tiers[1].to", "REQUIRED"),
                ("unit_tiers[1].discount_basis_points", "REQUIRED"),
            ]
        );
    }

    #[test]
    fn a_list_has_an_end() {
        let many: Vec<TierDraft> = (0..51).map(|at| draft(at, at, 0)).collect();
        assert_eq!(check(&many), Err(ListProblem::TooMany));
        assert_eq!(check(&many[..50]), Ok(50));
        let cards = vec![(String::new(), "x".to_owned()); 51];
        assert_eq!(check_cards(CardKind::OtherDiscount, cards), Err(ListProblem::TooMany));
    }

    #[test]
    fn cards_are_tidied_and_counted_in_characters() {
        let card = |text: &str| check_cards(CardKind::StoreDescription, vec![(String::new(), text.to_owned())]);
        assert_eq!(card(" سلام\0\r\nدوم\u{202E} \n").unwrap()[0].text, "سلام\nدوم");
        assert!(card(&"ش".repeat(300)).is_ok());
        for (text, problem) in
            [(" \u{200C}\t", "REQUIRED"), ("", "REQUIRED"), (&*"ش".repeat(301), "TOO_LONG"), ("\0", "REQUIRED")]
        {
            let field = "store_descriptions[0].text".to_owned();
            assert_eq!(card(text), Err(ListProblem::Fields(vec![(field, problem)])), "{text:?}");
        }
    }

    #[test]
    fn ids_stay_once_and_foreign_ones_do_not_come_in() {
        let id = Uuid::from_u128;
        let tier = |tier_id| Tier { tier_id, from: 0, to: 0, discount_basis_points: 0 };
        let mut tiers = [tier(id(2)), tier(id(2)), tier(id(9)), tier(Uuid::nil())];
        let mut next = 100;
        settle_ids(&mut tiers, &[id(1), id(2)], || {
            next += 1;
            id(next)
        });
        assert_eq!(tiers.map(|tier| tier.tier_id), [id(2), id(101), id(102), id(103)]);
    }

    proptest! {
        #[test]
        fn accepted_tiers_never_share_a_value(
            spans in proptest::collection::vec((0_i64..60, 0_i64..12), 0..8), value in 0_i64..80,
        ) {
            let drafts: Vec<TierDraft> = spans.iter().map(|(from, length)| draft(*from, from + length, 100)).collect();
            match check_tiers(TierKind::Amount, &drafts) {
                Ok(tiers) => {
                    prop_assert!(tiers.iter().filter(|tier| (tier.from..=tier.to).contains(&value)).count() <= 1);
                }
                Err(problem) => {
                    prop_assert_eq!(problem, ListProblem::Overlap);
                    let shared = (0..80).any(|value| {
                        spans.iter().filter(|(from, length)| (*from..=from + length).contains(&value)).count() > 1
                    });
                    prop_assert!(shared);
                }
            }
        }
    }
}
