//! Whose picture a row brings: the product's, or the type's own.
//!
//! A row names the picture that its type shows. One that the product shows is not given to the type as well, so that
//! another picture of the product shows on all types that have none of their own.

use std::collections::HashMap;

use super::{
    record::{Known, ProductRecord, TypeRecord},
    row::Row,
};

/// The picture of a product, before a file and after it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProductPicture {
    /// As it is stored.
    pub before: Option<String>,
    /// As the file leaves it.
    pub after: Option<String>,
    /// The code of the type whose row changes it.
    pub bringer: Option<String>,
}

/// The pictures of all products that these rows name.
///
/// The first type brings the product's picture, as long as it has none of its own; for a product without a picture any
/// such type does. It is told from the rows that bring something: those that say what is there already do not count.
pub fn of_products(rows: &[&Row], known: &Known) -> HashMap<String, ProductPicture> {
    let mut pictures: HashMap<String, ProductPicture> = HashMap::new();
    for row in rows {
        let product = known.products.get(&row.product_code);
        let is_new = !pictures.contains_key(&row.product_code);
        let picture = pictures.entry(row.product_code.clone()).or_insert_with(|| {
            let before = product.and_then(|product| product.image_url.clone());
            ProductPicture { after: before.clone(), before, bringer: None }
        });
        let record = known.types.get(&row.type_code).map(|known| &known.record);
        let brought = row.image_url.as_ref().filter(|image| picture.before.as_ref() != Some(*image));
        let Some(brought) = brought.filter(|_| record.is_none_or(|record| record.image_url.is_none())) else {
            continue;
        };
        let leads = record.map_or_else(|| is_new && has_no_types(product), |record| record.row_order == 1);
        if leads || picture.after.is_none() {
            picture.after = Some(brought.clone());
            picture.bringer = Some(row.type_code.clone());
        }
    }
    pictures
}

fn has_no_types(product: Option<&ProductRecord>) -> bool {
    product.is_none_or(|product| product.last_row_order == 0)
}

impl ProductPicture {
    /// The type's own picture after a row: none where it shows its product's.
    pub fn own(&self, row: &Row, stored: Option<&TypeRecord>) -> Option<String> {
        let own = stored.and_then(|stored| stored.image_url.as_ref());
        let own = match &row.image_url {
            Some(image) if Some(image) == own => own,
            Some(image) if Some(image) == self.after.as_ref() => None,
            Some(image) => Some(image),
            None => own,
        };
        own.cloned()
    }

    /// What a type showed before the file.
    pub fn shown_before<'a>(&'a self, stored: &'a TypeRecord) -> Option<&'a str> {
        stored.image_url.as_deref().or(self.before.as_deref())
    }

    /// What a type shows after it.
    pub fn shown_after<'a>(&'a self, record: &'a TypeRecord) -> Option<&'a str> {
        record.image_url.as_deref().or(self.after.as_deref())
    }
}
