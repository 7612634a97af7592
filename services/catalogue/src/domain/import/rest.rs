//! Rows that say a part of what a type is: the rest stays as the catalogue has it.

use pishkhan_chassis::{digits, text};

use super::{
    preview::Names,
    record::{Known, KnownType},
    row::{RawRow, Row},
};

/// A row by its codes alone, as they are looked for.
pub fn by_codes(raw: &RawRow) -> Row {
    let code = |value: &str| text::normalise(&digits::to_latin(value));
    Row { row: raw.row, product_code: code(&raw.product_code), type_code: code(&raw.type_code), ..Row::default() }
}

/// A row with what it leaves empty as the catalogue has it; as it is where the catalogue has no such type. Brand, category,
/// picture and whether it is sold stay anyway where a row is silent.
pub fn completed(raw: RawRow, by_codes: &Row, known: &Known, names: &Names) -> RawRow {
    let (Some(KnownType { record, level, version: _ }), Some(product)) =
        (known.types.get(&by_codes.type_code), known.products.get(&by_codes.product_code))
    else {
        return raw;
    };
    let or = |own: String, stored: &dyn ToString| if own.trim().is_empty() { stored.to_string() } else { own };
    let unit = names.units.get(&record.unit_id).map_or("", String::as_str);
    RawRow {
        title: or(raw.title, &product.title),
        type_name: or(raw.type_name, &record.name),
        unit: or(raw.unit, &unit),
        pieces_per_unit: or(raw.pieces_per_unit, &record.pieces_per_unit),
        buy_price: or(raw.buy_price, &record.buy_price_toman),
        sell_price: or(raw.sell_price, &record.sell_price_toman),
        stock: or(raw.stock, &level.available()),
        description: or(raw.description, &record.description),
        ..raw
    }
}
