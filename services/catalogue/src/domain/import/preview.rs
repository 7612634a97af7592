//! What a file would change, told row by row before anything is written.

use std::{collections::HashMap, sync::Arc};

use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::{
    plan::{Outcome, Plan, Taken, plan_watched},
    record::{Known, KnownType, ProductRecord, TypeRecord},
    row::{Problem, Row, problem},
};

/// Rows that are told at most, and problems.
pub const TOLD: usize = 500;

/// One field that a row changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The field of the row.
    pub field: &'static str,
    /// As the catalogue has it; empty for a new type.
    pub from: String,
    /// As the row has it.
    pub to: String,
    /// A price that changes by more than 30 percent.
    pub jump: bool,
}

/// A row that changes something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangingRow {
    /// Its number in the file.
    pub row: i32,
    /// The type that it changes; none: it makes one.
    pub type_id: Option<Uuid>,
    /// The product's title afterwards.
    pub product_title: String,
    /// The type's name afterwards.
    pub type_name: String,
    /// What it changes.
    pub changes: Vec<Change>,
}

impl ChangingRow {
    fn jumps(&self) -> bool {
        self.changes.iter().any(|change| change.jump)
    }
}

/// What the good rows of a file would change.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Preview {
    /// The first rows that change something: those with a jump before the others, each by their numbers.
    pub listed: Vec<ChangingRow>,
    /// The numbers of all rows that change something, with what each was compared with.
    pub changing: Vec<(i32, Basis)>,
    /// Rows that make a type.
    pub created: i32,
    /// Rows that change something.
    pub updated: i32,
    /// Rows that change nothing.
    pub unchanged: i32,
    /// Rows with a jump.
    pub jumps: i32,
    /// Rows that do not go with the catalogue or with the rows before them.
    pub problems: Vec<Problem>,
}

/// What all batches of a file come to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Totals {
    /// The first rows that change something, as in a [`Preview`].
    pub listed: Vec<ChangingRow>,
    /// Rows that make a type.
    pub created: i32,
    /// Rows that change something.
    pub updated: i32,
    /// Rows that change nothing.
    pub unchanged: i32,
    /// Rows with a jump.
    pub jumps: i32,
    /// Rows that were refused.
    pub failed: i32,
    /// The first problems, by the numbers of their rows.
    pub problems: Vec<Problem>,
}

impl Totals {
    /// Counts a batch.
    pub fn add(&mut self, batch: Preview) {
        let Preview { mut listed, changing: _, created, updated, unchanged, jumps, problems } = batch;
        self.listed.append(&mut listed);
        self.listed.sort_by_key(|row| (!row.jumps(), row.row));
        self.listed.truncate(TOLD);
        self.created += created;
        self.updated += updated;
        self.unchanged += unchanged;
        self.jumps += jumps;
        self.refuse(problems);
    }

    /// Counts rows that were refused; a row's problems come together.
    pub fn refuse(&mut self, mut problems: Vec<Problem>) {
        let rows = problems.chunk_by(|before, next| before.row == next.row).count();
        self.failed = self.failed.saturating_add(i32::try_from(rows).unwrap_or(i32::MAX));
        self.problems.append(&mut problems);
        self.problems.sort_by_key(|problem| problem.row);
        self.problems.truncate(TOLD);
    }
}

/// Names by their ids.
#[derive(Debug, Clone, Default)]
pub struct Names {
    /// Of units.
    pub units: Arc<HashMap<Uuid, String>>,
    /// Of the brands that the rows' products have.
    pub brands: HashMap<Uuid, String>,
}

/// Stands for all that a row was compared with: its product, its type and what can be sold of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Basis(pub [u8; 32]);

impl Basis {
    /// What the catalogue has for a row.
    pub fn of(row: &Row, known: &Known) -> Self {
        let mut hash = Sha256::new();
        match known.products.get(&row.product_code) {
            Some(product) => {
                let ProductRecord { product_id, code: _, title, brand_id, category, image_url, last_row_order: _ } =
                    product;
                hash.update(product_id.as_bytes());
                text(&mut hash, Some(title));
                hash.update(brand_id.unwrap_or_default().as_bytes());
                text(&mut hash, Some(category));
                text(&mut hash, image_url.as_deref());
            }
            None => hash.update([0]),
        }
        if let Some(KnownType { record, level, version: _ }) = known.types.get(&row.type_code) {
            let TypeRecord {
                type_id,
                product_id,
                code: _,
                name,
                description,
                unit_id,
                pieces_per_unit,
                buy_price_toman,
                sell_price_toman,
                image_url,
                row_order: _,
                active,
            } = record;
            hash.update(type_id.as_bytes());
            hash.update(product_id.as_bytes());
            text(&mut hash, Some(name));
            text(&mut hash, Some(description));
            hash.update(unit_id.as_bytes());
            hash.update(pieces_per_unit.to_be_bytes());
            hash.update(buy_price_toman.to_be_bytes());
            hash.update(sell_price_toman.to_be_bytes());
            text(&mut hash, image_url.as_deref());
            hash.update([u8::from(*active)]);
            hash.update(level.available().to_be_bytes());
        }
        Self(hash.finalize().into())
    }
}

/// With its length, so that no two lists of texts look the same.
fn text(hash: &mut Sha256, text: Option<&str>) {
    let length = text.map_or(u64::MAX, |text| text.len() as u64);
    hash.update(length.to_be_bytes());
    hash.update(text.unwrap_or_default());
}

/// Works out what the rows would change. `new_id` gives ids that nothing is kept of.
pub fn preview(rows: &[Row], known: Known, names: &Names, new_id: &mut (dyn FnMut() -> Uuid + Send)) -> Preview {
    let bases: HashMap<i32, Basis> = rows.iter().map(|row| (row.row, Basis::of(row, &known))).collect();
    let mut changing = Vec::new();
    let (mut jumping, mut others, mut jumps) = (Vec::new(), Vec::new(), 0);
    let plan = plan_watched(rows, known, new_id, &mut |taken: Taken<'_>| {
        if taken.outcome == Outcome::Unchanged {
            return;
        }
        changing.extend(bases.get(&taken.row.row).map(|basis| (taken.row.row, *basis)));
        let row = changing_row(&taken, names);
        let group = if row.jumps() {
            jumps += 1;
            &mut jumping
        } else {
            &mut others
        };
        if group.len() < TOLD {
            group.push(row);
        }
    });
    jumping.append(&mut others);
    jumping.truncate(TOLD);
    let Plan { created, updated, unchanged, problems, .. } = plan;
    Preview { listed: jumping, changing, created, updated, unchanged, jumps, problems }
}

/// The rows that stand as they were looked at, and why the others do not.
pub fn still_standing(rows: Vec<(Row, Basis)>, known: &Known) -> (Vec<Row>, Vec<Problem>) {
    let mut standing = Vec::with_capacity(rows.len());
    let mut problems = Vec::new();
    for (row, basis) in rows {
        if Basis::of(&row, known) == basis {
            standing.push(row);
        } else {
            problems.push(Problem::new(row.row, "type_code", &row.type_code, problem::CHANGED_MEANWHILE));
        }
    }
    (standing, problems)
}

fn changing_row(taken: &Taken<'_>, names: &Names) -> ChangingRow {
    let Taken { row, outcome: _, product_before, product, type_before, record, picture } = taken;
    let mut list = List(Vec::new());
    let before = product_before.as_ref();
    if before.is_none() {
        list.text("product_code", "", &product.code);
    }
    list.text("title", before.map_or("", |before| &before.title), &product.title);
    if before.and_then(|before| before.brand_id) != product.brand_id {
        let from = before.and_then(|before| names.brands.get(&before.brand_id?)).map_or("", String::as_str);
        list.text("brand", from, row.brand.as_deref().unwrap_or_default());
    }
    list.text("category", before.map_or("", |before| &before.category), &product.category);
    let stored = type_before.map(|known| &known.record);
    if stored.is_none() {
        list.text("type_code", "", &record.code);
    }
    list.text("type_name", stored.map_or("", |stored| &stored.name), &record.name);
    let unit = |id: &Uuid| names.units.get(id).map_or("", String::as_str);
    list.text("unit", stored.map_or("", |stored| unit(&stored.unit_id)), unit(&record.unit_id));
    let pieces = stored.map(|stored| i64::from(stored.pieces_per_unit));
    list.number("pieces_per_unit", pieces, i64::from(record.pieces_per_unit));
    list.price("buy_price", stored.map(|stored| stored.buy_price_toman), record.buy_price_toman);
    list.price("sell_price", stored.map(|stored| stored.sell_price_toman), record.sell_price_toman);
    list.number("stock", type_before.map(|known| known.level.available()), row.stock);
    list.text("description", stored.map_or("", |stored| &stored.description), &record.description);
    if row.image_url.is_some() {
        let to = picture.shown_after(record).unwrap_or_default();
        let shown = stored.and_then(|stored| picture.shown_before(stored)).unwrap_or_default();
        // A picture that stays because the type keeps it as its own, while its product gets another one.
        let becomes_own = stored.is_some_and(|stored| stored.image_url != record.image_url);
        list.text("image_url", if shown == to && becomes_own { "" } else { shown }, to);
    }
    let active = stored.map_or("", |stored| word(stored.active));
    list.text("active", active, word(record.active));
    ChangingRow {
        row: row.row,
        type_id: stored.map(|stored| stored.type_id),
        product_title: product.title.clone(),
        type_name: record.name.clone(),
        changes: list.0,
    }
}

const fn word(active: bool) -> &'static str {
    if active { "true" } else { "false" }
}

/// Gathers what differs.
struct List(Vec<Change>);

impl List {
    fn text(&mut self, field: &'static str, from: &str, to: &str) {
        if from != to {
            self.0.push(Change { field, from: from.to_owned(), to: to.to_owned(), jump: false });
        }
    }

    fn number(&mut self, field: &'static str, from: Option<i64>, to: i64) {
        if from != Some(to) {
            let from = from.map(|from| from.to_string()).unwrap_or_default();
            self.0.push(Change { field, from, to: to.to_string(), jump: false });
        }
    }

    fn price(&mut self, field: &'static str, from: Option<i64>, to: i64) {
        let listed = self.0.len();
        self.number(field, from, to);
        for change in self.0.iter_mut().skip(listed) {
            change.jump = from.is_some_and(|from| is_jump(from, to));
        }
    }
}

/// Whether a price changes by more than 30 percent of what it was. Prices stay far below where this overflows.
const fn is_jump(from: i64, to: i64) -> bool {
    from > 0 && (to - from).abs() * 10 > from * 3
}

#[cfg(test)]
mod tests;
