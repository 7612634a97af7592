//! Editing of one type.

use pishkhan_chassis::{
    errors::{self, problem},
    parse,
};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::catalogue::v1 as pb;
use prost::Message as _;
use tonic::{Request, Status};

use super::{CatalogueRpc, authorized, request_id};
use crate::{
    app::EditProductType,
    domain::{editing::Edit, limits},
};

impl CatalogueRpc {
    pub(super) async fn answer_edit_product_type(
        &self,
        request: Request<pb::EditProductTypeRequest>,
    ) -> Result<pb::EditProductTypeResponse, Status> {
        let (caller, seller_id) = authorized(&request, |request| &request.seller_id)?;
        let request = request.into_inner();
        let fingerprint = idempotency::fingerprint(&request.encode_to_vec());
        let pb::EditProductTypeRequest {
            request_id: id,
            seller_id: _,
            type_id,
            product_id,
            available,
            buy_price_toman,
            sell_price_toman,
            description,
            active,
            version,
            available_read,
            pieces_per_unit,
            low_stock,
        } = request;
        let command = EditProductType {
            seller_id,
            type_id: parse::uuid("type_id", &type_id)?,
            product_id: parse::uuid("product_id", &product_id)?,
            edit: Edit {
                buy_price_toman: parse::in_range("buy_price_toman", buy_price_toman, 0..=limits::PRICE_TOMAN)?,
                sell_price_toman: parse::in_range("sell_price_toman", sell_price_toman, 0..=limits::PRICE_TOMAN)?,
                description: described(&description)?,
                active,
                pieces_per_unit: pieces_per_unit
                    .map(|pieces| parse::in_range("pieces_per_unit", pieces, 1..=limits::PIECES))
                    .transpose()?,
                low_stock: low_stock.map(|units| parse::in_range("low_stock", units, 0..=limits::STOCK)).transpose()?,
                available: parse::in_range("available", available, 0..=limits::STOCK)?,
                available_read,
                version,
            },
            caller: caller.actor(),
            request_id: request_id(&id)?,
            fingerprint,
        };
        let edited = self.0.edit_product_type(&command).await?;
        Ok(pb::EditProductTypeResponse { r#type: Some(edited.into()) })
    }
}

/// A description in its stored form. It may have lines, as in a product file, and no other control characters.
fn described(text: &str) -> Result<String, Status> {
    let text = parse::optional_lines("description", text, limits::DESCRIPTION)?.unwrap_or_default();
    if text.chars().any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t')) {
        return Err(errors::invalid_field("description", problem::INVALID));
    }
    Ok(text)
}
