//! All types of a seller, page by page.

use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::product::{TypePage, TypePosition},
    store::product_types,
};

impl Catalogue {
    /// The seller's types after a position, by the titles of their products.
    pub async fn list_product_types(
        &self,
        seller_id: Uuid,
        after: Option<TypePosition>,
        size: u32,
    ) -> Result<TypePage, CatalogueError> {
        let conn = self.db.read().await?;
        Ok(product_types::page(&conn, seller_id, after, size).await?)
    }
}
