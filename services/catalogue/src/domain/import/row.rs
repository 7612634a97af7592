//! One row of a product file, as it stands there and as it is understood.

use std::collections::HashMap;

use pishkhan_chassis::{digits, text};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{
    active,
    number::{self, NumberError},
};
use crate::domain::{limits, picture};

/// A row as it stands in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RawRow {
    /// Its number in the file.
    pub row: i32,
    /// The seller's code of the product.
    pub product_code: String,
    /// The product's title.
    pub title: String,
    /// The product's brand.
    pub brand: String,
    /// The product's category.
    pub category: String,
    /// The seller's code of the type.
    pub type_code: String,
    /// The type's name.
    pub type_name: String,
    /// Name of the unit it is sold in.
    pub unit: String,
    /// Pieces in one unit.
    pub pieces_per_unit: String,
    /// What the shop pays for one piece.
    pub buy_price: String,
    /// The shop's shelf price of one piece.
    pub sell_price: String,
    /// What can still be sold afterwards.
    pub stock: String,
    /// The type's description.
    pub description: String,
    /// Address of the type's picture.
    pub image_url: String,
    /// Whether the type is sold.
    pub active: String,
}

/// Cells of a row.
pub const CELLS: usize = 14;

impl RawRow {
    /// Its cells with the names of their fields.
    pub const fn cells(&self) -> [(&'static str, &String); CELLS] {
        let Self {
            row: _,
            product_code,
            title,
            brand,
            category,
            type_code,
            type_name,
            unit,
            pieces_per_unit,
            buy_price,
            sell_price,
            stock,
            description,
            image_url,
            active,
        } = self;
        [
            ("product_code", product_code),
            ("title", title),
            ("brand", brand),
            ("category", category),
            ("type_code", type_code),
            ("type_name", type_name),
            ("unit", unit),
            ("pieces_per_unit", pieces_per_unit),
            ("buy_price", buy_price),
            ("sell_price", sell_price),
            ("stock", stock),
            ("description", description),
            ("image_url", image_url),
            ("active", active),
        ]
    }

    /// The row with these cells, one after the other in the order of [`cells`](Self::cells).
    pub fn of_cells(row: i32, mut next: impl FnMut() -> String) -> Self {
        Self {
            row,
            product_code: next(),
            title: next(),
            brand: next(),
            category: next(),
            type_code: next(),
            type_name: next(),
            unit: next(),
            pieces_per_unit: next(),
            buy_price: next(),
            sell_price: next(),
            stock: next(),
            description: next(),
            image_url: next(),
            active: next(),
        }
    }
}

/// A row that can be taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// Its number in the file.
    pub row: i32,
    /// The seller's code of the product, with ASCII digits.
    pub product_code: String,
    /// The product's title.
    pub title: String,
    /// The product's brand; none leaves it as it is.
    pub brand: Option<String>,
    /// The product's category; none leaves it as it is.
    pub category: Option<String>,
    /// The seller's code of the type, with ASCII digits.
    pub type_code: String,
    /// The type's name.
    pub type_name: String,
    /// The unit it is sold in.
    pub unit_id: Uuid,
    /// Pieces in one unit.
    pub pieces_per_unit: i32,
    /// What the shop pays for one piece.
    pub buy_price_toman: i64,
    /// The shop's shelf price of one piece.
    pub sell_price_toman: i64,
    /// What can still be sold afterwards.
    pub stock: i64,
    /// The type's description; empty for none.
    pub description: String,
    /// Address of the picture that the type shows; none leaves it as it is.
    pub image_url: Option<String>,
    /// Whether the type is sold; none leaves it as it is, and a new one is.
    pub active: Option<bool>,
}

/// Why a row cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The row's number in the file.
    pub row: i32,
    /// The field.
    pub column: &'static str,
    /// What stands there, at most 100 characters of it.
    pub value: String,
    /// What is wrong.
    pub problem: &'static str,
}

/// Problem codes of cells.
pub mod problem {
    /// The cell is empty.
    pub const REQUIRED: &str = "REQUIRED";
    /// The text is too long.
    pub const TOO_LONG: &str = "TOO_LONG";
    /// The text holds what it must not hold.
    pub const INVALID: &str = "INVALID";
    /// Not a whole number.
    pub const NOT_A_NUMBER: &str = "NOT_A_NUMBER";
    /// A number, too small or too large.
    pub const OUT_OF_RANGE: &str = "OUT_OF_RANGE";
    /// No unit has this name.
    pub const UNKNOWN_UNIT: &str = "UNKNOWN_UNIT";
    /// Not the address of a picture of ours.
    pub const NOT_OUR_PICTURE: &str = "NOT_OUR_PICTURE";
    /// The selling price is below the buying price.
    pub const BELOW_BUY_PRICE: &str = "BELOW_BUY_PRICE";
    /// An earlier row has the same type.
    pub const DUPLICATE: &str = "DUPLICATE";
    /// An earlier row says something else of the same product.
    pub const CONTRADICTS: &str = "CONTRADICTS";
    /// The type's code belongs to another product.
    pub const TAKEN: &str = "TAKEN";
    /// The product has as many types as it may have.
    pub const TOO_MANY_TYPES: &str = "TOO_MANY_TYPES";
    /// The product, the type or its stock is not as it was when the row was looked at.
    pub const CHANGED_MEANWHILE: &str = "CHANGED_MEANWHILE";
}

/// Units by the folded form of their names.
pub type Units = HashMap<String, Uuid>;

/// How much of a bad value is told back.
const TOLD: usize = 100;

impl Problem {
    /// A problem of a cell.
    pub fn new(row: i32, column: &'static str, value: &str, problem: &'static str) -> Self {
        Self { row, column, value: value.chars().take(TOLD).collect(), problem }
    }
}

/// Understands a row, or tells everything that is wrong with it.
pub fn check(raw: &RawRow, units: &Units) -> Result<Row, Vec<Problem>> {
    let mut cells = Cells { row: raw.row, problems: Vec::new() };
    let product_code = cells.code("product_code", &raw.product_code);
    let title = cells.required("title", &raw.title, limits::TITLE);
    let brand = cells.optional("brand", &raw.brand, limits::NAME);
    let category = cells.optional("category", &raw.category, limits::NAME);
    let type_code = cells.code("type_code", &raw.type_code);
    let type_name = cells.required("type_name", &raw.type_name, limits::TITLE);
    let unit_id = cells.unit(&raw.unit, units);
    let pieces_per_unit = cells.number("pieces_per_unit", &raw.pieces_per_unit, 1, i64::from(limits::PIECES));
    let buy_price = cells.number("buy_price", &raw.buy_price, 0, limits::PRICE_TOMAN);
    let sell_price = cells.number("sell_price", &raw.sell_price, 0, limits::PRICE_TOMAN);
    let stock = cells.number("stock", &raw.stock, 0, limits::STOCK);
    let description = cells.description(&raw.description);
    let image_url = cells.picture("image_url", &raw.image_url);
    let active = cells.active("active", &raw.active);
    if let (Some(buy), Some(sell)) = (buy_price, sell_price)
        && sell < buy
    {
        cells.problem("sell_price", &raw.sell_price, problem::BELOW_BUY_PRICE);
    }
    if let (Some(sell), Some(pieces)) = (sell_price, pieces_per_unit)
        && sell.saturating_mul(pieces) > limits::PRICE_TOMAN
    {
        cells.problem("sell_price", &raw.sell_price, problem::OUT_OF_RANGE);
    }
    cells.whole(raw);
    let row = (|| {
        Some(Row {
            row: raw.row,
            product_code: product_code?,
            title: title?,
            brand,
            category,
            type_code: type_code?,
            type_name: type_name?,
            unit_id: unit_id?,
            pieces_per_unit: i32::try_from(pieces_per_unit?).ok()?,
            buy_price_toman: buy_price?,
            sell_price_toman: sell_price?,
            stock: stock?,
            description: description?,
            image_url,
            active,
        })
    })();
    match row {
        Some(row) if cells.problems.is_empty() => Ok(row),
        Some(_) | None => Err(cells.problems),
    }
}

/// Understands all rows: the good ones, and everything that is wrong with the others.
pub fn check_all(rows: &[RawRow], units: &Units) -> (Vec<Row>, Vec<Problem>) {
    let mut good = Vec::with_capacity(rows.len());
    let mut problems = Vec::new();
    for raw in rows {
        match check(raw, units) {
            Ok(row) => good.push(row),
            Err(found) => problems.extend(found),
        }
    }
    (good, problems)
}

/// Reads the cells of a row and notes what is wrong with them.
struct Cells {
    row: i32,
    problems: Vec<Problem>,
}

impl Cells {
    fn problem(&mut self, column: &'static str, value: &str, problem: &'static str) {
        self.problems.push(Problem::new(self.row, column, value, problem));
    }

    /// What is left of texts when they are stored is bounded for each; this bounds what a good row can be beside it.
    fn whole(&mut self, raw: &RawRow) {
        let cells = raw.cells();
        if cells.iter().map(|(_, text)| text.len()).sum::<usize>() > limits::ROW_BYTES
            && let Some((column, text)) = cells.iter().max_by_key(|(_, text)| text.len())
        {
            self.problem(column, text, problem::TOO_LONG);
        }
    }

    fn optional(&mut self, column: &'static str, value: &str, max: usize) -> Option<String> {
        let found = Some(text::normalise(value)).filter(|normal| !normal.is_empty())?;
        if found.chars().count() > max {
            self.problem(column, value, problem::TOO_LONG);
            return None;
        }
        // A name that folds to nothing would be equal to all others of its kind.
        if text::fold(&found).is_empty() {
            self.problem(column, value, problem::INVALID);
            return None;
        }
        Some(found)
    }

    fn required(&mut self, column: &'static str, value: &str, max: usize) -> Option<String> {
        let before = self.problems.len();
        let found = self.optional(column, value, max);
        if found.is_none() && self.problems.len() == before {
            self.problem(column, value, problem::REQUIRED);
        }
        found
    }

    fn code(&mut self, column: &'static str, value: &str) -> Option<String> {
        self.required(column, &digits::to_latin(value), limits::CODE)
    }

    fn description(&mut self, value: &str) -> Option<String> {
        let found = text::normalise_lines(value);
        if found.chars().count() > limits::DESCRIPTION {
            self.problem("description", value, problem::TOO_LONG);
            return None;
        }
        Some(found)
    }

    fn unit(&mut self, value: &str, units: &Units) -> Option<Uuid> {
        let name = text::fold(value);
        let found = units.get(&name).copied();
        if found.is_none() {
            self.problem("unit", value, if name.is_empty() { problem::REQUIRED } else { problem::UNKNOWN_UNIT });
        }
        found
    }

    fn number(&mut self, column: &'static str, value: &str, min: i64, max: i64) -> Option<i64> {
        match number::parse(value, min, max) {
            Ok(number) => return Some(number),
            Err(NumberError::Missing) => self.problem(column, value, problem::REQUIRED),
            Err(NumberError::NotANumber) => self.problem(column, value, problem::NOT_A_NUMBER),
            Err(NumberError::OutOfRange) => self.problem(column, value, problem::OUT_OF_RANGE),
        }
        None
    }

    fn active(&mut self, column: &'static str, value: &str) -> Option<bool> {
        let found = active::parse(value);
        if found.is_none() && !value.trim().is_empty() {
            self.problem(column, value, problem::INVALID);
        }
        found
    }

    /// The address of a picture of ours, as exported files have it.
    fn picture(&mut self, column: &'static str, value: &str) -> Option<String> {
        let address = value.trim();
        if address.is_empty() {
            return None;
        }
        if address.len() > limits::URL {
            self.problem(column, value, problem::TOO_LONG);
            return None;
        }
        if !picture::is_ours(address) {
            self.problem(column, value, problem::NOT_OUR_PICTURE);
            return None;
        }
        Some(address.to_owned())
    }
}

#[cfg(test)]
mod tests;
