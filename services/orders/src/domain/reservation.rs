//! What an order declares to the stock, and where the stock holds something else.

use std::collections::BTreeMap;

use uuid::Uuid;

/// Selling units by type.
pub type Goods = BTreeMap<Uuid, i64>;

/// An order's whole reservation, as the stock is asked for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reservation {
    /// Whose stock.
    pub seller_id: Uuid,
    /// The order.
    pub order_id: Uuid,
    /// The same revision always asks for the same.
    pub revision: i64,
    /// Types and selling units; none give everything back.
    pub lines: Vec<(Uuid, i64)>,
    /// In whose name: the user id, `service:name` or `tool:name`.
    pub actor: String,
}

/// What the stock holds for an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The order.
    pub order_id: Uuid,
    /// The revision that was reserved.
    pub revision: i64,
    /// What it holds.
    pub goods: Goods,
}

/// A step of taking the stock and the orders back to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReconcileStep {
    /// Only looks.
    Tell,
    /// Orders give back what they hold too much of.
    Release,
    /// Orders of which nothing is being settled take what they lack.
    Claim,
    /// The others take what they lack, as it was before what is being settled.
    ClaimUnsettled,
}

impl ReconcileStep {
    /// What an order declares in this step; none when it has nothing to do. `due` is what it holds by its last saved
    /// revision, `next` what it will hold when the stock agrees to its intent, if it has one.
    ///
    /// An order that is being settled gives back what it will not need, though it is due: others may be waiting for it.
    pub fn goods(self, held: &Goods, due: &Goods, next: Option<&Goods>) -> Option<Goods> {
        let goods = match (self, next) {
            (Self::Tell, _) | (Self::Claim, Some(_)) | (Self::ClaimUnsettled, None) => return None,
            (Self::Claim, None) | (Self::ClaimUnsettled, Some(_)) => due.clone(),
            (Self::Release, _) => kept(held, due, next.unwrap_or(due)),
        };
        (goods != *held).then_some(goods)
    }
}

/// What is too much for neither of the two that an order may hold.
fn kept(held: &Goods, due: &Goods, next: &Goods) -> Goods {
    let least = |(type_id, quantity): (&Uuid, &i64)| {
        let least = *[due, next].map(|goods| goods.get(type_id).unwrap_or(&0)).into_iter().min()?.min(quantity);
        (least > 0).then_some((*type_id, least))
    };
    held.iter().filter_map(least).collect()
}

/// Whether the stock holds something that it should not. While an intent stands it may hold the old goods or the new.
pub fn differs(held: &Goods, due: &Goods, next: Option<&Goods>) -> bool {
    held != due && next != Some(held)
}

/// The types of which an order holds another number than is due: type, due, held.
pub fn line_differences(held: &Goods, due: &Goods) -> Vec<(Uuid, i64, i64)> {
    let of = |goods: &Goods, type_id: &Uuid| goods.get(type_id).copied().unwrap_or_default();
    let types: std::collections::BTreeSet<Uuid> = held.keys().chain(due.keys()).copied().collect();
    let lines = types.into_iter().map(|type_id| (type_id, of(due, &type_id), of(held, &type_id)));
    lines.filter(|(_, due, held)| due != held).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goods(lines: &[(u128, i64)]) -> Goods {
        lines.iter().map(|(type_id, quantity)| (Uuid::from_u128(*type_id), *quantity)).collect()
    }

    #[test]
    fn what_is_too_much_is_given_back_before_anything_is_taken() {
        let (held, due) = (goods(&[(1, 5), (2, 1), (3, 1)]), goods(&[(1, 2), (2, 4)]));
        assert_eq!(ReconcileStep::Release.goods(&held, &due, None), Some(goods(&[(1, 2), (2, 1)])));
        // What is being settled may need less of it still.
        let next = goods(&[(1, 1), (2, 9), (3, 1)]);
        assert_eq!(ReconcileStep::Release.goods(&held, &due, Some(&next)), Some(goods(&[(1, 1), (2, 1)])));
        assert_eq!(ReconcileStep::Release.goods(&goods(&[(2, 1)]), &due, None), None, "nothing is too much");
        assert_eq!(ReconcileStep::Tell.goods(&held, &due, None), None);
        // A cancellation that is not settled yet gives back at once what is due until then.
        assert_eq!(ReconcileStep::Release.goods(&due, &due, Some(&Goods::new())), Some(Goods::new()));
    }

    #[test]
    fn each_order_claims_in_the_step_that_is_for_it() {
        let (held, due, next) = (goods(&[]), goods(&[(1, 2)]), goods(&[(1, 3)]));
        assert_eq!(ReconcileStep::Claim.goods(&held, &due, None), Some(due.clone()));
        assert_eq!(ReconcileStep::Claim.goods(&held, &due, Some(&next)), None);
        assert_eq!(ReconcileStep::ClaimUnsettled.goods(&held, &due, None), None);
        assert_eq!(ReconcileStep::ClaimUnsettled.goods(&held, &due, Some(&next)), Some(due.clone()));
        assert_eq!(ReconcileStep::Claim.goods(&due, &due, None), None);
    }

    #[test]
    fn an_order_that_is_being_settled_may_hold_the_old_or_the_new() {
        let (old, new, other) = (goods(&[(1, 2)]), goods(&[(1, 3)]), goods(&[(1, 4)]));
        assert!(!differs(&old, &old, None) && differs(&new, &old, None));
        assert!(!differs(&old, &old, Some(&new)) && !differs(&new, &old, Some(&new)));
        assert!(differs(&other, &old, Some(&new)));
        let lines = line_differences(&goods(&[(1, 4), (2, 1), (3, 7)]), &goods(&[(1, 2), (3, 7), (4, 5)]));
        assert_eq!(lines, [(1, 2, 4), (2, 0, 1), (4, 5, 0)].map(|(id, due, held)| (Uuid::from_u128(id), due, held)));
    }
}
