//! What the good rows of a file change in a catalogue.

use std::collections::{HashMap, HashSet};

use pishkhan_chassis::text;
use uuid::Uuid;

use super::row::{Problem, Row, problem};
use crate::domain::stock::{Level, Movement, MovementKind};

/// A brand that is to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandRecord {
    /// Its id.
    pub brand_id: Uuid,
    /// Its name.
    pub name: String,
    /// Its name in the form it is matched in.
    pub name_folded: String,
}

/// A product as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductRecord {
    /// Its id.
    pub product_id: Uuid,
    /// The seller's code.
    pub code: String,
    /// Its title.
    pub title: String,
    /// Its brand.
    pub brand_id: Option<Uuid>,
    /// Its category; empty for none.
    pub category: String,
    /// Its first picture.
    pub image_url: Option<String>,
    /// The highest position of its types.
    pub last_row_order: i32,
}

/// A type as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeRecord {
    /// Its id.
    pub type_id: Uuid,
    /// Its product.
    pub product_id: Uuid,
    /// The seller's code.
    pub code: String,
    /// Its name.
    pub name: String,
    /// Its description; empty for none.
    pub description: String,
    /// The unit it is sold in.
    pub unit_id: Uuid,
    /// Pieces in one unit.
    pub pieces_per_unit: i32,
    /// What the shop pays for one piece.
    pub buy_price_toman: i64,
    /// The shop's shelf price of one piece.
    pub sell_price_toman: i64,
    /// Its first picture.
    pub image_url: Option<String>,
    /// Its position among the product's types.
    pub row_order: i32,
}

/// A stored type with its locked stock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownType {
    /// The type.
    pub record: TypeRecord,
    /// How much there is.
    pub level: Level,
    /// Version of the stock row.
    pub version: i64,
}

/// What is stored already of that which a file names.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Brands by folded name.
    pub brands: HashMap<String, Uuid>,
    /// Products by code.
    pub products: HashMap<String, ProductRecord>,
    /// Types by code.
    pub types: HashMap<String, KnownType>,
}

/// What is to be written, and what is to be told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// New brands.
    pub brands: Vec<BrandRecord>,
    /// New and changed products.
    pub products: Vec<ProductRecord>,
    /// New and changed types.
    pub types: Vec<TypeRecord>,
    /// Types that get a stock row.
    pub new_stock: Vec<Uuid>,
    /// Movements of stock.
    pub movements: Vec<Movement>,
    /// How many of the products are new.
    pub new_products: i64,
    /// Rows that made a type.
    pub created: i32,
    /// Rows that changed something.
    pub updated: i32,
    /// Rows that changed nothing.
    pub unchanged: i32,
    /// Rows that could not be taken.
    pub problems: Vec<Problem>,
}

impl Plan {
    /// Whether anything is to be written.
    pub const fn changes_something(&self) -> bool {
        self.created + self.updated > 0
    }
}

/// Works out what the rows change, in their order. Ids for what is new come from `new_id`.
pub fn plan(rows: &[Row], known: Known, new_id: &mut (dyn FnMut() -> Uuid + Send)) -> Plan {
    let mut work = Work { known, plan: Plan::default(), new_id, changed_products: Vec::new(), said: HashMap::new() };
    let mut seen = HashSet::new();
    for row in rows {
        if !seen.insert(row.type_code.as_str()) {
            work.refuse(row, "type_code", &row.type_code, problem::DUPLICATE);
            continue;
        }
        if let Some((column, value, problem)) = work.objection(row) {
            work.refuse(row, column, &value, problem);
            continue;
        }
        work.take(row);
    }
    work.finish()
}

/// What the file has said of a product so far.
#[derive(Default)]
struct Said {
    title: String,
    brand: Option<String>,
    category: Option<String>,
}

struct Work<'a> {
    known: Known,
    plan: Plan,
    new_id: &'a mut (dyn FnMut() -> Uuid + Send),
    /// Codes of new and changed products, in the order in which they came up.
    changed_products: Vec<String>,
    said: HashMap<String, Said>,
}

impl Work<'_> {
    fn refuse(&mut self, row: &Row, column: &'static str, value: &str, problem: &'static str) {
        self.plan.problems.push(Problem::new(row.row, column, value, problem));
    }

    /// Why a row that is good by itself does not go with the catalogue or with the rows before it.
    fn objection(&self, row: &Row) -> Option<(&'static str, String, &'static str)> {
        let owner = self.known.types.get(&row.type_code).map(|known| known.record.product_id);
        let product = self.known.products.get(&row.product_code).map(|product| product.product_id);
        if owner.is_some() && owner != product {
            return Some(("type_code", row.type_code.clone(), problem::TAKEN));
        }
        let said = self.said.get(&row.product_code)?;
        if said.title != row.title {
            return Some(("title", row.title.clone(), problem::CONTRADICTS));
        }
        if let (Some(before), Some(brand)) = (&said.brand, &row.brand)
            && *before != text::fold(brand)
        {
            return Some(("brand", brand.clone(), problem::CONTRADICTS));
        }
        if let (Some(before), Some(category)) = (&said.category, &row.category)
            && before != category
        {
            return Some(("category", category.clone(), problem::CONTRADICTS));
        }
        None
    }

    fn take(&mut self, row: &Row) {
        let product_changed = self.take_product(row);
        let known = self.known.types.get(&row.type_code).cloned();
        let is_new = known.is_none();
        let type_changed = self.take_type(row, known.as_ref());
        if is_new {
            self.plan.created += 1;
        } else if product_changed || type_changed {
            self.plan.updated += 1;
        } else {
            self.plan.unchanged += 1;
        }
    }

    fn brand(&mut self, name: &str) -> Uuid {
        let name_folded = text::fold(name);
        if let Some(brand_id) = self.known.brands.get(&name_folded) {
            return *brand_id;
        }
        let brand_id = (self.new_id)();
        self.known.brands.insert(name_folded.clone(), brand_id);
        self.plan.brands.push(BrandRecord { brand_id, name: name.to_owned(), name_folded });
        brand_id
    }

    /// Applies what the row says of its product; tells whether that changed it.
    fn take_product(&mut self, row: &Row) -> bool {
        let brand_id = row.brand.as_deref().map(|name| self.brand(name));
        let said = self.said.entry(row.product_code.clone()).or_default();
        said.title.clone_from(&row.title);
        said.brand = said.brand.take().or_else(|| row.brand.as_deref().map(text::fold));
        said.category = said.category.take().or_else(|| row.category.clone());
        let stored = self.known.products.get(&row.product_code).cloned();
        let product = stored.clone().unwrap_or_else(|| ProductRecord {
            product_id: (self.new_id)(),
            code: row.product_code.clone(),
            title: String::new(),
            brand_id: None,
            category: String::new(),
            image_url: None,
            last_row_order: 0,
        });
        // The picture of a product is that of its first type, or else the first one that came.
        let is_first_type = match self.known.types.get(&row.type_code) {
            Some(known) => known.record.row_order == 1,
            None => product.last_row_order == 0,
        };
        let image_url = match (&row.image_url, &product.image_url) {
            (Some(image), Some(_)) if is_first_type => Some(image.clone()),
            (Some(image), None) => Some(image.clone()),
            (_, kept) => kept.clone(),
        };
        let product = ProductRecord {
            title: row.title.clone(),
            brand_id: brand_id.or(product.brand_id),
            category: row.category.clone().unwrap_or_else(|| product.category.clone()),
            image_url,
            ..product
        };
        let changed = stored.as_ref() != Some(&product);
        if stored.is_none() {
            self.plan.new_products += 1;
        }
        if changed {
            self.touch_product(&row.product_code);
        }
        self.known.products.insert(row.product_code.clone(), product);
        changed
    }

    fn touch_product(&mut self, code: &str) {
        if !self.changed_products.iter().any(|changed| changed == code) {
            self.changed_products.push(code.to_owned());
        }
    }

    /// Applies what the row says of its type; tells whether that changed it.
    fn take_type(&mut self, row: &Row, known: Option<&KnownType>) -> bool {
        let Some(product) = self.known.products.get_mut(&row.product_code) else { return false };
        let stored = known.map(|known| known.record.clone());
        let (type_id, row_order) = if let Some(record) = &stored {
            (record.type_id, record.row_order)
        } else {
            product.last_row_order += 1;
            ((self.new_id)(), product.last_row_order)
        };
        let record = TypeRecord {
            type_id,
            product_id: product.product_id,
            code: row.type_code.clone(),
            name: row.type_name.clone(),
            description: row.description.clone(),
            unit_id: row.unit_id,
            pieces_per_unit: row.pieces_per_unit,
            buy_price_toman: row.buy_price_toman,
            sell_price_toman: row.sell_price_toman,
            image_url: row.image_url.clone().or_else(|| stored.as_ref().and_then(|stored| stored.image_url.clone())),
            row_order,
        };
        let changed = stored.as_ref() != Some(&record);
        if changed {
            self.plan.types.push(record);
        }
        let (before, version_before) = known.map_or((Level::EMPTY, 0), |known| (known.level, known.version));
        if known.is_none() {
            self.plan.new_stock.push(type_id);
        }
        // A checked row's stock fits beside any reservation.
        let after = before.with_available(row.stock).unwrap_or(before);
        if after == before {
            return changed;
        }
        self.plan.movements.push(Movement { type_id, version_before, kind: MovementKind::Import, before, after });
        true
    }

    fn finish(self) -> Plan {
        let Self { mut known, mut plan, changed_products, new_id: _, said: _ } = self;
        plan.products = changed_products.iter().filter_map(|code| known.products.remove(code)).collect();
        // The order in which stock rows are locked everywhere.
        plan.movements.sort_by_key(|movement| movement.type_id);
        plan
    }
}

#[cfg(test)]
mod tests;
