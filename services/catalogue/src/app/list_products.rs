//! Products with their types, their brands, and what they are sold in.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::{Catalogue, CatalogueError};
use crate::{
    domain::{
        listing::{BrandPage, BrandPosition, BrandSummary, Product, ProductFilter, ProductOrder, ProductPage, Window},
        product::{Brand, Unit},
    },
    store::{product_index, products},
};

/// Up to here an unfiltered list is read from the end of the table's index: its place costs less than a look into memory.
const SHALLOW: u32 = 100;

impl Catalogue {
    /// A part of the list of the seller's products, and how many the whole list has.
    pub async fn list_products(
        &self,
        seller_id: Uuid,
        filter: &ProductFilter,
        order: ProductOrder,
        window: Window,
    ) -> Result<ProductPage, CatalogueError> {
        if filter.is_empty() && window.skip < SHALLOW {
            let conn = self.db.read().await?;
            return Ok(products::page(&conn, seller_id, order, window).await?);
        }
        let in_stock = self.in_stock(seller_id, filter).await?;
        let mut index = self.product_index(seller_id).await?;
        let mut found = index.find(filter, in_stock.as_ref(), order, window);
        loop {
            let (products, changed) = {
                let conn = self.db.read().await?;
                products::of_index(&conn, seller_id, found.product_ids.clone(), index.seen()).await?
            };
            if !changed || index.is_current() {
                return Ok(ProductPage { products, total: found.total });
            }
            index = self.renew_index(seller_id, index).await?;
            let before = std::mem::replace(&mut found, index.find(filter, in_stock.as_ref(), order, window));
            if index.is_current() && found == before {
                return Ok(ProductPage { products, total: found.total });
            }
        }
    }

    /// The products that the filter of the stock leaves, if it is one. Stock moves with every order, and so is read each time.
    async fn in_stock(&self, seller_id: Uuid, filter: &ProductFilter) -> Result<Option<HashSet<Uuid>>, CatalogueError> {
        let Some(stock) = filter.stock else { return Ok(None) };
        let conn = self.db.read().await?;
        Ok(Some(products::in_stock(&conn, seller_id, stock).await?))
    }

    /// One product.
    pub async fn get_product(&self, seller_id: Uuid, product_id: Uuid) -> Result<Product, CatalogueError> {
        let conn = self.db.read().await?;
        products::get(&conn, seller_id, product_id).await?.ok_or(CatalogueError::ProductNotFound(product_id))
    }

    /// The brands of the seller's products behind one of them, by name.
    pub async fn list_brands(
        &self,
        seller_id: Uuid,
        after: Option<Uuid>,
        size: u32,
    ) -> Result<BrandPage, CatalogueError> {
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let mut index = self.product_index(seller_id).await?;
        loop {
            let (counted, more) = index.brands(after, size);
            let brand_ids = counted.iter().map(|(brand_id, _)| *brand_id).collect();
            let (named, changed) = {
                let conn = self.db.read().await?;
                product_index::brands(&conn, seller_id, brand_ids, index.seen()).await?
            };
            if !changed || index.is_current() {
                let next = named.last().filter(|_| more).map(|(brand, name_folded)| BrandPosition {
                    name_folded: name_folded.clone(),
                    brand_id: brand.brand_id,
                });
                let products: HashMap<Uuid, i64> = counted.into_iter().collect();
                let summary = |(brand, _): (Brand, _)| BrandSummary { products: products[&brand.brand_id], brand };
                return Ok(BrandPage { brands: named.into_iter().map(summary).collect(), next });
            }
            index = self.renew_index(seller_id, index).await?;
        }
    }

    /// What types are sold in: the same for all sellers.
    pub async fn list_units(&self) -> Result<Vec<Unit>, CatalogueError> {
        let mut conn = self.db.read().await?;
        Ok(products::units(&mut conn).await?)
    }
}
