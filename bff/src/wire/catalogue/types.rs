//! One type: its stock, and what is shown of it.

use pishkhan_proto::catalogue::v1 as pb;
use serde::Serialize;
use utoipa::ToSchema;

use super::images::{Image, images};
use crate::wire::customer::Named;

/// Stock of one type.
#[derive(Debug, Serialize, ToSchema)]
pub struct StockRow {
    /// What can still be sold, in selling units.
    #[serde(rename = "mojoody")]
    available: i64,
}

/// Answer of `GET /market/getMojoody-app2/{typeId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct StockReply {
    product: [StockRow; 1],
}

impl From<pb::GetStockResponse> for StockReply {
    fn from(reply: pb::GetStockResponse) -> Self {
        let pb::GetStockResponse { available } = reply;
        Self { product: [StockRow { available }] }
    }
}

/// The product that a type belongs to.
#[derive(Debug, Serialize, ToSchema)]
pub struct TypeProduct {
    brand: Named,
}

/// What is shown of a type.
#[derive(Debug, Serialize, ToSchema)]
pub struct TypeDetail {
    #[serde(rename = "nameNoeMahsool")]
    name: String,
    #[serde(rename = "toz")]
    description: String,
    #[serde(rename = "tedadDarVahed")]
    pieces_per_unit: i32,
    #[serde(rename = "imgs")]
    images: Vec<Image>,
    products: Vec<TypeProduct>,
}

/// Answer of `GET /market/product-type-detail/{typeId}`.
#[derive(Debug, Serialize, ToSchema)]
pub struct TypeDetailReply {
    data: TypeDetail,
}

impl From<pb::ProductType> for TypeDetailReply {
    fn from(product_type: pb::ProductType) -> Self {
        let pb::ProductType {
            type_id: _,
            product_id: _,
            product_title: _,
            brand,
            name,
            description,
            unit: _,
            pieces_per_unit,
            buy_price_toman: _,
            sell_price_toman: _,
            available: _,
            active: _,
            row_order: _,
            image_urls,
            product_image_urls,
            code: _,
            product_code: _,
            category: _,
            version: _,
            low_stock: _,
        } = product_type;
        // A type without a picture of its own shows its product's.
        let shown = if image_urls.is_empty() { product_image_urls } else { image_urls };
        Self {
            data: TypeDetail {
                name,
                description,
                pieces_per_unit,
                images: images(shown),
                products: vec![TypeProduct { brand: Named { name: brand.unwrap_or_default().name } }],
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_keeps_the_clients_names_and_falls_back_to_the_products_picture() {
        let reply = TypeDetailReply::from(pb::ProductType {
            name: "۷۰۰ گرم".to_owned(),
            description: "توضیح".to_owned(),
            pieces_per_unit: 20,
            brand: Some(pb::Brand { brand_id: "b".to_owned(), name: "زرخوشه".to_owned() }),
            product_image_urls: vec!["/images/products/P011.svg".to_owned()],
            ..pb::ProductType::default()
        });
        insta::assert_json_snapshot!(reply, @r#"
        {
          "data": {
            "nameNoeMahsool": "۷۰۰ گرم",
            "toz": "توضیح",
            "tedadDarVahed": 20,
            "imgs": [
              {
                "src": "/images/products/P011.svg"
              }
            ],
            "products": [
              {
                "brand": {
                  "name": "زرخوشه"
                }
              }
            ]
          }
        }
        "#);
        let stock = StockReply::from(pb::GetStockResponse { available: 12 });
        assert_eq!(serde_json::to_string(&stock).unwrap(), r#"{"product":[{"mojoody":12}]}"#);
    }
}
