//! Figures of many types that were pasted from a spreadsheet.

use pishkhan_proto::catalogue::v1 as pb;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::wire::{error::BffError, settings::typed::Typed, text::FIELD_INVALID};

/// Rows of one call.
const ROWS: usize = 500;

/// A type and what is to become of it. What is absent or empty stays as it is.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PastedRow {
    /// The product's code.
    #[serde(rename = "productCode")]
    product_code: String,
    /// The type's code.
    #[serde(rename = "typeCode")]
    type_code: String,
    /// Pieces of one selling unit.
    #[serde(rename = "tedadDarVahed")]
    pieces_per_unit: Option<Typed>,
    /// What can still be sold, in selling units.
    #[serde(rename = "mojoody")]
    stock: Option<Typed>,
    /// Tomans for a piece.
    #[serde(rename = "priceBuyOne")]
    buy_price: Option<Typed>,
    /// Tomans for a piece.
    #[serde(rename = "priceSelOne")]
    sell_price: Option<Typed>,
}

/// `POST /market/products-paste-preview-app2`.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct PasteBody {
    /// 1 to 500, in their order.
    rows: Vec<PastedRow>,
}

impl PasteBody {
    /// The request for the catalogue; the rows are numbered from 1.
    pub fn into_request(self, request_id: String, seller_id: String) -> Result<pb::PreviewFileRequest, BffError> {
        if self.rows.is_empty() || self.rows.len() > ROWS {
            return Err(BffError::field("rows", FIELD_INVALID));
        }
        let text = |typed: Option<Typed>| typed.map(Typed::into_text).unwrap_or_default();
        let row = |(row, pasted)| {
            let PastedRow { product_code, type_code, pieces_per_unit, stock, buy_price, sell_price } = pasted;
            pb::ProductRow {
                row,
                product_code,
                type_code,
                pieces_per_unit: text(pieces_per_unit),
                stock: text(stock),
                buy_price: text(buy_price),
                sell_price: text(sell_price),
                ..Default::default()
            }
        };
        let rows = (1..).zip(self.rows).map(row).collect();
        Ok(pb::PreviewFileRequest { request_id, seller_id, rows, keeps_rest: true })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::ResponseError as _;
    use serde_json::{Value, json};

    use super::*;

    fn read(rows: &Value) -> Result<pb::PreviewFileRequest, BffError> {
        let body: PasteBody = serde_json::from_value(json!({ "rows": rows })).unwrap();
        body.into_request("r".to_owned(), "s".to_owned())
    }

    #[test]
    fn rows_are_numbered_and_say_what_was_pasted_alone() {
        let request = read(&json!([
            {"productCode": "P1", "typeCode": "P1-1", "priceSelOne": "۱۲٬۰۰۰"},
            {"productCode": "P2", "typeCode": "P2-1", "mojoody": 7, "priceBuyOne": null, "tedadDarVahed": "x"},
        ]));
        let row = |row: i32, code: &str| pb::ProductRow {
            row,
            product_code: code.to_owned(),
            type_code: format!("{code}-1"),
            ..Default::default()
        };
        let rows = vec![
            pb::ProductRow { sell_price: "۱۲٬۰۰۰".to_owned(), ..row(1, "P1") },
            pb::ProductRow { stock: "7".to_owned(), pieces_per_unit: "x".to_owned(), ..row(2, "P2") },
        ];
        let (request_id, seller_id) = ("r".to_owned(), "s".to_owned());
        assert_eq!(request.unwrap(), pb::PreviewFileRequest { request_id, seller_id, rows, keeps_rest: true });
    }

    #[test]
    fn there_are_one_to_five_hundred() {
        let rows = |count: usize| Value::from(vec![json!({"productCode": "P", "typeCode": "T"}); count]);
        assert_eq!(read(&rows(500)).unwrap().rows.len(), 500);
        for count in [0, 501] {
            let error = read(&rows(count)).unwrap_err();
            assert_eq!((error.status_code().as_u16(), error.to_string().contains("rows:")), (400, true));
        }
    }
}
