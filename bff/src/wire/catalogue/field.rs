//! The client's names of the catalogue's fields, and what is said when one is wrong.

use pishkhan_chassis::errors::problem;

use super::text;
use crate::wire::{
    settings::text::NUMBER_OUT_OF_RANGE,
    text::{FIELD_INVALID, TEXT_TOO_LONG, Text},
};

/// The client's name of a field of the catalogue; none for any other field.
pub fn name(field: &str) -> Option<&'static str> {
    Some(match field {
        "available" => "_TypeRow.f3",
        "buy_price_toman" => "_TypeRow.f6",
        "sell_price_toman" => "_TypeRow.f7",
        "description" => "_TypeRow.f11",
        "pieces_per_unit" => "_TypeRow.tedadDarVahed",
        "low_stock" => "_TypeRow.lowStock",
        "brand_ids" => "brands",
        _ => return None,
    })
}

/// What is said of a field of the catalogue; none for any other field.
pub fn words(field: &str, code: &str) -> Option<Text> {
    Some(match (field, code) {
        ("search", problem::TOO_LONG) => text::SEARCH_TOO_LONG,
        (
            "available" | "buy_price_toman" | "sell_price_toman" | "pieces_per_unit" | "low_stock",
            problem::OUT_OF_RANGE,
        ) => NUMBER_OUT_OF_RANGE,
        ("description", problem::TOO_LONG) => TEXT_TOO_LONG,
        ("brand_ids", _) => FIELD_INVALID,
        _ => return None,
    })
}
