//! Lines of orders, and what the catalogue offers for new ones.

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
};

use uuid::Uuid;

use super::{settlement::Shortage, violation::Violation};

/// Lines of one order at most.
pub const MAX_LINES: usize = 500;
/// Selling units of one line at most.
pub const MAX_QUANTITY: i64 = 1_000_000;
/// The price of a selling unit at most.
pub const MAX_UNIT_PRICE_TOMAN: i64 = 1_000_000_000_000;

/// A line. All but the quantity is what the catalogue said when the line entered the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderLine {
    /// The product type.
    pub type_id: Uuid,
    /// The product.
    pub product_id: Uuid,
    /// Its title.
    pub product_title: String,
    /// The type's name.
    pub type_name: String,
    /// Name of the selling unit.
    pub unit_name: String,
    /// A picture, or empty.
    pub image_url: String,
    /// Pieces in a selling unit.
    pub pieces_per_unit: i32,
    /// Selling units.
    pub quantity: i64,
    /// What the shop pays for a selling unit.
    pub unit_price_toman: i64,
    /// The shop's shelf price of a selling unit.
    pub unit_sell_price_toman: i64,
}

impl OrderLine {
    /// What the shop pays for the line. Bounded by the limits of price and quantity.
    pub const fn amount_toman(&self) -> i64 {
        self.unit_price_toman.saturating_mul(self.quantity)
    }
}

/// A line as a command wants it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineChange {
    /// The product type.
    pub type_id: Uuid,
    /// Selling units.
    pub quantity: i64,
    /// The price that the caller takes the line to have, or gives it.
    pub unit_price_toman: Option<i64>,
}

/// What prices that come with a change mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Prices {
    /// They must be those that the lines have.
    Stay,
    /// They become the lines' prices.
    Change,
}

impl Prices {
    pub(super) fn apply(self, line: OrderLine, change: &LineChange) -> Result<OrderLine, Violation> {
        match change.unit_price_toman {
            Some(price) if price != line.unit_price_toman => match self {
                Self::Stay => {
                    Err(Violation::PriceChanged { type_id: line.type_id, price_toman: line.unit_price_toman })
                }
                Self::Change => Ok(OrderLine { unit_price_toman: price, ..line }),
            },
            Some(_) | None => Ok(line),
        }
    }
}

/// A product type as the catalogue has it now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The product type.
    pub type_id: Uuid,
    /// The seller's code of it.
    pub code: String,
    /// The product.
    pub product_id: Uuid,
    /// Its title.
    pub product_title: String,
    /// The type's name.
    pub type_name: String,
    /// Name of the selling unit.
    pub unit_name: String,
    /// A picture, or empty.
    pub image_url: String,
    /// Pieces in a selling unit.
    pub pieces_per_unit: i32,
    /// What the shop pays for one piece.
    pub piece_price_toman: i64,
    /// The shelf price of one piece.
    pub piece_sell_price_toman: i64,
    /// Selling units that can still be sold.
    pub available: i64,
    /// Whether it is sold at all.
    pub active: bool,
}

impl Offer {
    /// A line at today's prices.
    pub fn line(&self, quantity: i64) -> Result<OrderLine, Violation> {
        let Self {
            type_id,
            code: _,
            product_id,
            product_title,
            type_name,
            unit_name,
            image_url,
            pieces_per_unit,
            piece_price_toman: _,
            piece_sell_price_toman: _,
            available: _,
            active,
        } = self;
        if !active {
            return Err(Violation::TypeNotSellable { name: type_id.to_string() });
        }
        let (unit_price_toman, unit_sell_price_toman) = self.unit_prices()?;
        Ok(OrderLine {
            type_id: *type_id,
            product_id: *product_id,
            product_title: product_title.clone(),
            type_name: type_name.clone(),
            unit_name: unit_name.clone(),
            image_url: image_url.clone(),
            pieces_per_unit: *pieces_per_unit,
            quantity,
            unit_price_toman,
            unit_sell_price_toman,
        })
    }

    /// What the shop pays for a selling unit, and the shelf price of one.
    pub fn unit_prices(&self) -> Result<(i64, i64), Violation> {
        let of_unit = |piece: i64| {
            piece
                .checked_mul(i64::from(self.pieces_per_unit))
                .filter(|price| (0..=MAX_UNIT_PRICE_TOMAN).contains(price))
                .ok_or(Violation::TotalTooLarge)
        };
        Ok((of_unit(self.piece_price_toman)?, of_unit(self.piece_sell_price_toman)?))
    }
}

/// How a new line names its type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum TypeName {
    /// By id.
    Id(Uuid),
    /// By the seller's code.
    Code(String),
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => id.fmt(f),
            Self::Code(code) => code.fmt(f),
        }
    }
}

/// A line of an order that is being placed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewLine {
    /// The product type.
    pub name: TypeName,
    /// Selling units.
    pub quantity: i64,
}

/// Gives new lines today's prices.
pub fn price_lines(lines: &[NewLine], offers: &[Offer]) -> Result<Vec<OrderLine>, Violation> {
    check_lines(lines.iter().map(|line| (line.name.clone(), line.quantity)))?;
    let priced: Vec<OrderLine> = lines
        .iter()
        .map(|NewLine { name, quantity }| {
            let offer = offers.iter().find(|offer| match name {
                TypeName::Id(id) => offer.type_id == *id,
                TypeName::Code(code) => offer.code == *code,
            });
            offer.ok_or_else(|| Violation::TypeNotFound { name: name.to_string() })?.line(*quantity)
        })
        .collect::<Result<_, _>>()?;
    // A type may have been named once by id and once by code.
    check_lines(priced.iter().map(|line| (line.type_id, line.quantity)))?;
    Ok(priced)
}

/// The lines that ask for more than there is.
pub fn short_lines(lines: &[OrderLine], offers: &[Offer]) -> Vec<Shortage> {
    let available: HashMap<Uuid, i64> = offers.iter().map(|offer| (offer.type_id, offer.available)).collect();
    lines
        .iter()
        .filter_map(|line| {
            let available = available.get(&line.type_id).copied().filter(|available| *available < line.quantity)?;
            Some(Shortage {
                type_id: line.type_id,
                product_title: line.product_title.clone(),
                type_name: line.type_name.clone(),
                available: available.clamp(0, MAX_QUANTITY),
            })
        })
        .collect()
}

/// Checks a set of lines: how many, quantities, and that no type stands twice. Types are named by id or code.
pub fn check_lines<N: Ord + ToString>(lines: impl ExactSizeIterator<Item = (N, i64)>) -> Result<(), Violation> {
    let count = lines.len();
    if count > MAX_LINES {
        return Err(Violation::TooManyLines { count });
    }
    let mut seen = BTreeSet::new();
    for (name, quantity) in lines {
        if !(1..=MAX_QUANTITY).contains(&quantity) {
            return Err(Violation::QuantityInvalid { name: name.to_string(), quantity });
        }
        if seen.contains(&name) {
            return Err(Violation::TypeTwice { name: name.to_string() });
        }
        seen.insert(name);
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::domain) fn line(id: u128, quantity: i64, buy: i64, sell: i64) -> OrderLine {
        OrderLine {
            type_id: Uuid::from_u128(id),
            product_id: Uuid::from_u128(id + 1_000),
            product_title: format!("product {id}"),
            type_name: format!("type {id}"),
            unit_name: "carton".to_owned(),
            image_url: String::new(),
            pieces_per_unit: 1,
            quantity,
            unit_price_toman: buy,
            unit_sell_price_toman: sell,
        }
    }

    pub(in crate::domain) fn offer(id: u128, piece_price_toman: i64, available: i64) -> Offer {
        Offer {
            type_id: Uuid::from_u128(id),
            code: format!("T{id}"),
            product_id: Uuid::from_u128(id + 1_000),
            product_title: format!("product {id}"),
            type_name: format!("type {id}"),
            unit_name: "carton".to_owned(),
            image_url: String::new(),
            pieces_per_unit: 12,
            piece_price_toman,
            piece_sell_price_toman: piece_price_toman * 2,
            available,
            active: true,
        }
    }

    #[test]
    fn a_line_costs_its_pieces() {
        let line = offer(1, 250, 3).line(4).unwrap();
        assert_eq!((line.unit_price_toman, line.unit_sell_price_toman, line.amount_toman()), (3_000, 6_000, 12_000));
        let idle = Offer { active: false, ..offer(1, 250, 3) };
        assert!(matches!(idle.line(1), Err(Violation::TypeNotSellable { .. })));
        assert_eq!(offer(1, i64::MAX / 4, 3).line(1), Err(Violation::TotalTooLarge));
        assert_eq!(offer(1, MAX_UNIT_PRICE_TOMAN / 12 + 1, 3).line(1), Err(Violation::TotalTooLarge));
    }

    #[test]
    fn new_lines_find_their_types_by_id_or_code() {
        let offers = [offer(1, 10, 5), Offer { active: false, ..offer(2, 20, 5) }, offer(3, 30, 5)];
        let by_code = |code: &str, quantity| NewLine { name: TypeName::Code(code.to_owned()), quantity };
        let by_id = |id, quantity| NewLine { name: TypeName::Id(Uuid::from_u128(id)), quantity };
        let lines = price_lines(&[by_code("T3", 2), by_id(1, 1)], &offers).unwrap();
        let seen: Vec<_> = lines.iter().map(|line| (line.type_id.as_u128(), line.amount_toman())).collect();
        assert_eq!(seen, [(3, 720), (1, 120)]);
        let refused = price_lines(&[by_code("T4", 1)], &offers);
        assert_eq!(refused, Err(Violation::TypeNotFound { name: "T4".to_owned() }));
        let refused = price_lines(&[by_code("T2", 1)], &offers);
        assert_eq!(refused, Err(Violation::TypeNotSellable { name: Uuid::from_u128(2).to_string() }));
        let twice = price_lines(&[by_code("T1", 1), by_id(1, 1)], &offers);
        assert_eq!(twice, Err(Violation::TypeTwice { name: Uuid::from_u128(1).to_string() }));
    }

    #[test]
    fn sets_of_lines_are_checked() {
        let check = |lines: &[(u8, i64)]| check_lines(lines.iter().copied());
        assert_eq!(check(&[(1, 1), (2, MAX_QUANTITY)]), Ok(()));
        assert_eq!(check(&[]), Ok(()));
        for quantity in [0, -1, MAX_QUANTITY + 1, i64::MAX] {
            assert_eq!(check(&[(7, quantity)]), Err(Violation::QuantityInvalid { name: "7".to_owned(), quantity }));
        }
        assert_eq!(check(&[(7, 1), (7, 2)]), Err(Violation::TypeTwice { name: "7".to_owned() }));
        let many: Vec<_> = (0..=MAX_LINES).map(|id| (id, 1)).collect();
        assert_eq!(check_lines(many.into_iter()), Err(Violation::TooManyLines { count: MAX_LINES + 1 }));
    }
}
