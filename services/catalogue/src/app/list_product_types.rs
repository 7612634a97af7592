//! All types of a seller: page by page, or as they are at one instant.

use std::time::Duration;

use futures_util::TryStreamExt as _;
use pishkhan_chassis::parts::{Item, Parts};
use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::product::{ProductType, TypePage, TypePosition},
    store::product_types,
};

/// How long all types may be read.
const EXPORT: Duration = Duration::from_mins(1);

impl Catalogue {
    /// The seller's types after a position, by the titles of their products.
    pub async fn list_product_types(
        &self,
        seller_id: Uuid,
        after: Option<TypePosition>,
        size: u32,
    ) -> Result<TypePage, CatalogueError> {
        let mut conn = self.db.read().await?;
        Ok(product_types::page(&mut conn, seller_id, after, size).await?)
    }

    /// All of the seller's types by the titles of their products, as they are at one instant.
    pub async fn all_product_types<M: Item + From<ProductType>>(
        &self,
        seller_id: Uuid,
    ) -> Result<Parts<M, CatalogueError>, CatalogueError> {
        let turn = self.turns.export(seller_id).await?;
        let mut conn = self.db.read_for(EXPORT).await?;
        Ok(Parts::made_by(|reply| async move {
            let _turn = turn;
            let types = product_types::all(&mut conn, seller_id).await?;
            reply.hand_on(types.map_ok(M::from).err_into()).await
        }))
    }
}
