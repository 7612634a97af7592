//! Single types, several types, their stock, and how many there are.

use std::collections::HashMap;

use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::product::{Counts, ProductType},
    store::{product_types, stock},
};

impl Catalogue {
    /// The types of these ids in the order asked for, then those of these codes, each once in its part. What is not this
    /// seller's is left out. `for_order_lines`: what [`product_types::of_order_lines`] leaves out is not wanted.
    pub async fn batch_get_product_types(
        &self,
        seller_id: Uuid,
        type_ids: &[Uuid],
        codes: &[String],
        for_order_lines: bool,
    ) -> Result<Vec<ProductType>, CatalogueError> {
        let mut types = Vec::with_capacity(type_ids.len() + codes.len());
        if type_ids.is_empty() && codes.is_empty() {
            return Ok(types);
        }
        let conn = self.db.read().await?;
        let by_ids = async {
            if type_ids.is_empty() {
                Ok(Vec::new())
            } else if for_order_lines {
                product_types::of_order_lines(&conn, seller_id, type_ids).await
            } else {
                product_types::by_ids(&conn, seller_id, type_ids).await
            }
        };
        let by_codes = async {
            if codes.is_empty() { Ok(Vec::new()) } else { product_types::by_codes(&conn, seller_id, codes).await }
        };
        // In one flight where both are asked for.
        let (by_ids, by_codes) = tokio::join!(by_ids, by_codes);
        let mut by_ids: HashMap<Uuid, ProductType> =
            by_ids?.into_iter().map(|found| (found.details.type_id, found)).collect();
        types.extend(type_ids.iter().filter_map(|type_id| by_ids.remove(type_id)));
        let mut by_codes: HashMap<String, ProductType> =
            by_codes?.into_iter().map(|found| (found.details.code.clone(), found)).collect();
        types.extend(codes.iter().filter_map(|code| by_codes.remove(code)));
        Ok(types)
    }

    /// One type.
    pub async fn get_product_type(&self, seller_id: Uuid, type_id: Uuid) -> Result<ProductType, CatalogueError> {
        let found = self.batch_get_product_types(seller_id, &[type_id], &[], false).await?;
        found.into_iter().next().ok_or(CatalogueError::TypeNotFound(type_id))
    }

    /// What can still be sold of a type, in selling units.
    pub async fn get_stock(&self, seller_id: Uuid, type_id: Uuid) -> Result<i64, CatalogueError> {
        let mut conn = self.db.read().await?;
        product_types::available(&mut conn, seller_id, type_id).await?.ok_or(CatalogueError::TypeNotFound(type_id))
    }

    /// What can still be sold of these types; with an order, what it could have in all. What is not this seller's is left
    /// out.
    pub async fn batch_get_stock(
        &self,
        seller_id: Uuid,
        type_ids: &[Uuid],
        order_id: Option<Uuid>,
    ) -> Result<Vec<(Uuid, i64)>, CatalogueError> {
        if type_ids.is_empty() {
            return Ok(Vec::new());
        }
        let conn = self.db.read().await?;
        Ok(stock::available_to(&conn, seller_id, type_ids, order_id).await?)
    }

    /// How much the seller's catalogue holds.
    pub async fn get_counts(&self, seller_id: Uuid) -> Result<Counts, CatalogueError> {
        let conn = self.db.read().await?;
        Ok(product_types::counts(&conn, seller_id).await?)
    }
}
