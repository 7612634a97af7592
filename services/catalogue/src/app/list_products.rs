//! Products with their types, their brands, and what they are sold in.

use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::{
        listing::{BrandPage, BrandPosition, Product, ProductFilter, ProductOrder, ProductPage, Window},
        product::Unit,
    },
    store::products,
};

impl Catalogue {
    /// A part of the list of the seller's products, and how many the whole list has.
    pub async fn list_products(
        &self,
        seller_id: Uuid,
        filter: &ProductFilter,
        order: ProductOrder,
        window: Window,
    ) -> Result<ProductPage, CatalogueError> {
        let conn = self.db.read().await?;
        Ok(products::page(&conn, seller_id, filter, order, window).await?)
    }

    /// One product.
    pub async fn get_product(&self, seller_id: Uuid, product_id: Uuid) -> Result<Product, CatalogueError> {
        let conn = self.db.read().await?;
        products::get(&conn, seller_id, product_id).await?.ok_or(CatalogueError::ProductNotFound(product_id))
    }

    /// The brands of the seller's products after a position, by name.
    pub async fn list_brands(
        &self,
        seller_id: Uuid,
        after: Option<BrandPosition>,
        size: u32,
    ) -> Result<BrandPage, CatalogueError> {
        let conn = self.db.read().await?;
        Ok(products::brands(&conn, seller_id, after, size).await?)
    }

    /// What types are sold in: the same for all sellers.
    pub async fn list_units(&self) -> Result<Vec<Unit>, CatalogueError> {
        let mut conn = self.db.read().await?;
        Ok(products::units(&mut conn).await?)
    }
}
