//! What the good rows of a file change in a catalogue.

use std::collections::{HashMap, HashSet};

use pishkhan_chassis::text;
use uuid::Uuid;

use super::{
    picture::{self, ProductPicture},
    record::{BrandRecord, Known, KnownType, ProductRecord, TypeRecord},
    row::{Problem, Row, problem},
};
use crate::domain::{
    limits,
    stock::{Level, Movement, MovementKind},
};

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
    /// New products, which others are to be told the names of.
    pub named: Vec<Uuid>,
    /// Products there before with another title, a new type or a type with another name: others are to be told, too.
    pub renamed: Vec<Uuid>,
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

/// What a row that could be taken came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It makes a type.
    Created,
    /// It changes a type, its product or its stock.
    Updated,
    /// It says what is there already.
    Unchanged,
}

/// A row that could be taken, with what it finds (the rows before it included) and what it leaves.
#[derive(Debug)]
pub struct Taken<'a> {
    /// The row.
    pub row: &'a Row,
    /// What came of it.
    pub outcome: Outcome,
    /// The product that it finds.
    pub product_before: Option<&'a ProductRecord>,
    /// The product that it leaves.
    pub product: &'a ProductRecord,
    /// The type that it finds.
    pub type_before: Option<&'a KnownType>,
    /// The type that it leaves.
    pub record: &'a TypeRecord,
    /// The product's picture, before the file and after it.
    pub picture: &'a ProductPicture,
}

/// Works out what the rows change, in their order. Ids for what is new come from `new_id`.
pub fn plan(rows: &[Row], known: Known, new_id: &mut (dyn FnMut() -> Uuid + Send)) -> Plan {
    plan_watched(rows, known, new_id, &mut |_| {})
}

/// As [`plan`]; each row that can be taken is shown to `watch`, in the rows' order.
pub fn plan_watched(
    rows: &[Row],
    known: Known,
    new_id: &mut (dyn FnMut() -> Uuid + Send),
    watch: &mut (dyn FnMut(Taken<'_>) + Send),
) -> Plan {
    let mut work = Work {
        known,
        plan: Plan::default(),
        new_id,
        watch,
        changed_products: Changed::default(),
        announced: HashSet::new(),
        in_file: HashMap::new(),
    };
    let mut good = Vec::with_capacity(rows.len());
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
        work.note(row);
        good.push(row);
    }
    // Known before any row is taken: what a type keeps as its own does not hang on the order of the rows.
    let pictures = picture::of_products(&good, &work.known);
    for row in good {
        if let Some(picture) = pictures.get(&row.product_code) {
            work.take(row, picture);
        }
    }
    work.finish()
}

/// What the file has said of a product so far.
#[derive(Default)]
struct ProductInFile {
    title: String,
    brand: Option<String>,
    category: Option<String>,
    new_types: i32,
}

/// Codes of new and changed products, in the order in which they came up.
#[derive(Default)]
struct Changed {
    order: Vec<String>,
    seen: HashSet<String>,
}

impl Changed {
    fn add(&mut self, code: &str) {
        if self.seen.insert(code.to_owned()) {
            self.order.push(code.to_owned());
        }
    }
}

struct Work<'a> {
    known: Known,
    plan: Plan,
    new_id: &'a mut (dyn FnMut() -> Uuid + Send),
    watch: &'a mut (dyn FnMut(Taken<'_>) + Send),
    changed_products: Changed,
    /// Products in `plan.named` or `plan.renamed`.
    announced: HashSet<Uuid>,
    in_file: HashMap<String, ProductInFile>,
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
        let in_file = self.in_file.get(&row.product_code);
        let types = self.known.products.get(&row.product_code).map_or(0, |product| product.last_row_order);
        if owner.is_none() && types + in_file.map_or(0, |in_file| in_file.new_types) >= limits::TYPES {
            return Some(("type_code", row.type_code.clone(), problem::TOO_MANY_TYPES));
        }
        let in_file = in_file?;
        if in_file.title != row.title {
            return Some(("title", row.title.clone(), problem::CONTRADICTS));
        }
        if let (Some(before), Some(brand)) = (&in_file.brand, &row.brand)
            && *before != text::fold(brand)
        {
            return Some(("brand", brand.clone(), problem::CONTRADICTS));
        }
        if let (Some(before), Some(category)) = (&in_file.category, &row.category)
            && before != category
        {
            return Some(("category", category.clone(), problem::CONTRADICTS));
        }
        None
    }

    /// Remembers what the row says of its product.
    fn note(&mut self, row: &Row) {
        let is_new = !self.known.types.contains_key(&row.type_code);
        let in_file = self.in_file.entry(row.product_code.clone()).or_default();
        in_file.new_types += i32::from(is_new);
        in_file.title.clone_from(&row.title);
        in_file.brand = in_file.brand.take().or_else(|| row.brand.as_deref().map(text::fold));
        in_file.category = in_file.category.take().or_else(|| row.category.clone());
    }

    fn take(&mut self, row: &Row, picture: &ProductPicture) {
        let product_before = self.known.products.get(&row.product_code).cloned();
        let product = self.take_product(row, product_before.as_ref(), picture);
        let type_before = self.known.types.get(&row.type_code).cloned();
        let (record, type_changed) = self.take_type(row, product, type_before.as_ref(), picture);
        let Some(product) = self.known.products.get(&row.product_code) else { return };
        // A picture that came with another row of the product is a change of this one too, where it names it.
        let shows_another = row.image_url.is_some()
            && type_before
                .as_ref()
                .is_some_and(|known| picture.shown_before(&known.record) != picture.shown_after(&record));
        let outcome = if type_before.is_none() {
            self.plan.created += 1;
            Outcome::Created
        } else if type_changed || shows_another || !same_product(product_before.as_ref(), product) {
            self.plan.updated += 1;
            Outcome::Updated
        } else {
            self.plan.unchanged += 1;
            Outcome::Unchanged
        };
        (self.watch)(Taken {
            row,
            outcome,
            product_before: product_before.as_ref(),
            product,
            type_before: type_before.as_ref(),
            record: &record,
            picture,
        });
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

    /// What the row makes of its product.
    fn take_product(&mut self, row: &Row, stored: Option<&ProductRecord>, picture: &ProductPicture) -> ProductRecord {
        let brand_id = row.brand.as_deref().map(|name| self.brand(name));
        let product = stored.cloned().unwrap_or_else(|| ProductRecord {
            product_id: (self.new_id)(),
            code: row.product_code.clone(),
            title: String::new(),
            brand_id: None,
            category: String::new(),
            image_url: None,
            last_row_order: 0,
        });
        // With the row that brings it, so that a commit of the rows that change something has it too.
        let brings = picture.bringer.as_ref() == Some(&row.type_code);
        let image_url = if brings { picture.after.clone() } else { product.image_url.clone() };
        let product = ProductRecord {
            title: row.title.clone(),
            brand_id: brand_id.or(product.brand_id),
            category: row.category.clone().unwrap_or_else(|| product.category.clone()),
            image_url,
            ..product
        };
        if stored.is_none() {
            self.plan.new_products += 1;
            self.plan.named.push(product.product_id);
            self.announced.insert(product.product_id);
        } else if stored.is_some_and(|stored| stored.title != product.title) {
            self.rename(product.product_id);
        }
        if !same_product(stored, &product) {
            self.changed_products.add(&row.product_code);
        }
        product
    }

    /// Others are to be told what a product is called, once.
    fn rename(&mut self, product_id: Uuid) {
        if self.announced.insert(product_id) {
            self.plan.renamed.push(product_id);
        }
    }

    /// Applies what the row says of its type, and keeps its product; tells whether the type or its stock changed.
    fn take_type(
        &mut self,
        row: &Row,
        product: ProductRecord,
        known: Option<&KnownType>,
        picture: &ProductPicture,
    ) -> (TypeRecord, bool) {
        let mut product = product;
        let stored = known.map(|known| &known.record);
        let (type_id, row_order) = if let Some(record) = stored {
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
            image_url: picture.own(row, stored),
            row_order,
            active: row.active.or(stored.map(|stored| stored.active)).unwrap_or(true),
        };
        if stored.is_none_or(|stored| stored.name != record.name) {
            self.rename(product.product_id);
        }
        self.known.products.insert(row.product_code.clone(), product);
        let mut changed = stored != Some(&record);
        if changed {
            self.plan.types.push(record.clone());
        }
        let (before, version_before) = known.map_or((Level::EMPTY, 0), |known| (known.level, known.version));
        if known.is_none() {
            self.plan.new_stock.push(type_id);
        }
        // A checked row's stock fits beside any reservation.
        let after = before.with_available(row.stock).unwrap_or(before);
        if after != before {
            self.plan.movements.push(Movement { type_id, version_before, kind: MovementKind::Import, before, after });
            changed = true;
        }
        (record, changed)
    }

    fn finish(self) -> Plan {
        let Self { mut known, mut plan, changed_products, new_id: _, watch: _, announced: _, in_file: _ } = self;
        plan.products = changed_products.order.iter().filter_map(|code| known.products.remove(code)).collect();
        // The order in which stock rows are locked everywhere.
        plan.movements.sort_by_key(|movement| movement.type_id);
        plan
    }
}

/// Whether what is said of a product is what is stored; how many types it has does not count.
fn same_product(stored: Option<&ProductRecord>, product: &ProductRecord) -> bool {
    stored.is_some_and(|stored| {
        let ProductRecord { product_id, code, title, brand_id, category, image_url, last_row_order: _ } = stored;
        (product_id, code, title, brand_id, category, image_url)
            == (
                &product.product_id,
                &product.code,
                &product.title,
                &product.brand_id,
                &product.category,
                &product.image_url,
            )
    })
}

#[cfg(test)]
mod tests;
