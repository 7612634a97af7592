//! Rows of product files, to the domain and back.

use pishkhan_proto::catalogue::v1 as pb;

use crate::domain::import::RawRow;

impl From<pb::ProductRow> for RawRow {
    fn from(message: pb::ProductRow) -> Self {
        let pb::ProductRow {
            row,
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
        } = message;
        Self {
            row,
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
        }
    }
}

impl From<RawRow> for pb::ProductRow {
    fn from(raw: RawRow) -> Self {
        let RawRow {
            row,
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
        } = raw;
        Self {
            row,
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
        }
    }
}
