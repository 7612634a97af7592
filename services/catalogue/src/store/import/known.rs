//! What is stored of that which a file names, and what of it is locked.

use std::collections::{HashMap, HashSet};

use diesel::{
    BoolExpressionMethods as _, ExpressionMethods as _, QueryDsl as _, QueryableByName, pg::Pg, sql_types as sql,
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use pishkhan_chassis::text;
use pishkhan_chassis_db::statement;
use uuid::Uuid;

use crate::domain::{
    import::{Known, KnownType, ProductRecord, Row, TypeRecord, Units},
    picture::ImageId,
    stock::Level,
};
use crate::store::{
    StoreResult, corrupt, images,
    schema::{brand, product, product_type, stock, unit},
    stock::level,
};

/// The units by the folded form of their names.
#[tracing::instrument(name = "db.unit.all", skip_all)]
pub async fn units(conn: &mut AsyncPgConnection) -> StoreResult<Units> {
    let rows: Vec<(String, Uuid)> = unit::table.select((unit::name_folded, unit::unit_id)).load(conn).await?;
    Ok(rows.into_iter().collect())
}

/// The names of all units.
#[tracing::instrument(name = "db.unit.names", skip_all)]
pub async fn unit_names(conn: &mut AsyncPgConnection) -> StoreResult<HashMap<Uuid, String>> {
    let units: Vec<(Uuid, String)> = unit::table.select((unit::unit_id, unit::name)).load(conn).await?;
    Ok(units.into_iter().collect())
}

/// The names of the brands that these products have now.
#[tracing::instrument(name = "db.brand.names", skip_all)]
pub async fn brand_names(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    known: &Known,
) -> StoreResult<HashMap<Uuid, String>> {
    let brand_ids: HashSet<Uuid> = known.products.values().filter_map(|product| product.brand_id).collect();
    if brand_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let brands: Vec<(Uuid, String)> = brand::table
        .filter(brand::seller_id.eq(seller_id).and(brand::brand_id.eq_any(brand_ids)))
        .select((brand::brand_id, brand::name))
        .load(conn)
        .await?;
    Ok(brands.into_iter().collect())
}

#[derive(QueryableByName)]
#[diesel(table_name = product, check_for_backend(Pg))]
struct ProductRow {
    product_id: Uuid,
    code: String,
    title: String,
    brand_id: Option<Uuid>,
    category: String,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    image_url: Option<String>,
    #[diesel(sql_type = sql::Integer)]
    last_row_order: i32,
}

#[derive(QueryableByName)]
#[diesel(table_name = stock, check_for_backend(Pg))]
struct LevelRow {
    type_id: Uuid,
    on_hand: i64,
    reserved: i64,
    version: i64,
}

#[derive(QueryableByName)]
#[diesel(table_name = product_type, check_for_backend(Pg))]
struct TypeRow {
    type_id: Uuid,
    product_id: Uuid,
    code: String,
    name: String,
    description: String,
    unit_id: Uuid,
    pieces_per_unit: i32,
    buy_price_toman: i64,
    sell_price_toman: i64,
    #[diesel(sql_type = sql::Nullable<sql::Text>)]
    image_url: Option<String>,
    row_order: i32,
    active: bool,
}

/// What an import may do with what it reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Only look at it.
    Look,
    /// Change it: products and types are locked until the transaction ends, each in the order of their ids. Orders go on
    /// reserving the types' stock, which is all that can change then.
    Change,
    /// Change it, while orders wait: the stock is locked as well, after products and types.
    ChangeAlone,
}

/// Rows as they are to be understood, when pictures of ours that they name are gone: an older file says nothing then of
/// the picture, and does not bring back an address that shows nothing. To change something by them, call it before
/// anything else is locked.
pub async fn without_lost_pictures(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    rows: &mut [Row],
    purpose: Purpose,
) -> StoreResult<()> {
    let named: HashSet<ImageId> =
        rows.iter().filter_map(|row| ImageId::of_address(row.image_url.as_deref()?)).collect();
    let named: Vec<&str> = named.iter().map(ImageId::as_str).collect();
    let kept = images::kept(conn, seller_id, &named, purpose != Purpose::Look).await?;
    without_pictures_but(rows, |image_id| kept.contains(image_id));
    Ok(())
}

/// The same, when it is known already which uploaded pictures are kept.
pub fn without_pictures_but(rows: &mut [Row], is_kept: impl Fn(&str) -> bool) {
    for row in rows {
        let uploaded = row.image_url.as_deref().and_then(ImageId::of_address);
        if uploaded.is_some_and(|image_id| !is_kept(image_id.as_str())) {
            row.image_url = None;
        }
    }
}

/// What is stored of that which the rows name.
///
/// The names are joined as rows: a long `= ANY` is compared one by one with all that the seller has, when nobody has
/// counted yet how much that is.
#[tracing::instrument(name = "db.product_type.known", skip_all)]
pub async fn known(
    conn: &mut AsyncPgConnection,
    seller_id: Uuid,
    rows: &[Row],
    purpose: Purpose,
) -> StoreResult<Known> {
    let names: HashSet<String> = rows.iter().filter_map(|row| row.brand.as_deref()).map(text::fold).collect();
    let brands: Vec<(String, Uuid)> = brand::table
        .filter(brand::seller_id.eq(seller_id).and(brand::name_folded.eq_any(names)))
        .select((brand::name_folded, brand::brand_id))
        .load(conn)
        .await?;
    let products: Vec<ProductRow> = statement(match purpose {
        Purpose::Look => {
            "SELECT p.product_id, p.code, p.title, p.brand_id, p.category, p.image_urls[1] AS image_url, \
               (SELECT coalesce(max(t.row_order), 0) FROM product_type t \
                WHERE t.seller_id = p.seller_id AND t.product_id = p.product_id) AS last_row_order \
             FROM unnest($2::text[]) AS n (code) JOIN product p ON p.seller_id = $1 AND p.code = n.code"
        }
        Purpose::Change | Purpose::ChangeAlone => {
            "SELECT p.product_id, p.code, p.title, p.brand_id, p.category, p.image_urls[1] AS image_url, \
               (SELECT coalesce(max(t.row_order), 0) FROM product_type t \
                WHERE t.seller_id = p.seller_id AND t.product_id = p.product_id) AS last_row_order \
             FROM unnest($2::text[]) AS n (code) JOIN product p ON p.seller_id = $1 AND p.code = n.code \
             ORDER BY p.product_id FOR NO KEY UPDATE OF p"
        }
    })
    .bind(seller_id)
    .bind(distinct(rows, |row| &row.product_code))
    .rows(conn)
    .await?;
    let types: Vec<TypeRow> = statement(match purpose {
        Purpose::Look => {
            "SELECT t.type_id, t.product_id, t.code, t.name, t.description, t.unit_id, t.pieces_per_unit, \
               t.buy_price_toman, t.sell_price_toman, t.image_urls[1] AS image_url, t.row_order, t.active \
             FROM unnest($2::text[]) AS n (code) JOIN product_type t ON t.seller_id = $1 AND t.code = n.code"
        }
        Purpose::Change | Purpose::ChangeAlone => {
            "SELECT t.type_id, t.product_id, t.code, t.name, t.description, t.unit_id, t.pieces_per_unit, \
               t.buy_price_toman, t.sell_price_toman, t.image_urls[1] AS image_url, t.row_order, t.active \
             FROM unnest($2::text[]) AS n (code) JOIN product_type t ON t.seller_id = $1 AND t.code = n.code \
             ORDER BY t.type_id FOR NO KEY UPDATE OF t"
        }
    })
    .bind(seller_id)
    .bind(distinct(rows, |row| &row.type_code))
    .rows(conn)
    .await?;
    let product = |row: ProductRow| {
        let ProductRow { product_id, code, title, brand_id, category, image_url, last_row_order } = row;
        (code.clone(), ProductRecord { product_id, code, title, brand_id, category, image_url, last_row_order })
    };
    let type_ids: Vec<Uuid> = types.iter().map(|row| row.type_id).collect();
    let levels = levels(conn, seller_id, &type_ids, purpose).await?;
    let known_type = |row: TypeRow| {
        let (level, version) =
            levels.get(&row.type_id).copied().ok_or_else(|| corrupt("stock", row.type_id, "it is not there"))?;
        let record = TypeRecord::from(row);
        Ok((record.code.clone(), KnownType { record, level, version }))
    };
    let types = types.into_iter().map(known_type).collect::<StoreResult<HashMap<_, _>>>()?;
    Ok(Known { brands: brands.into_iter().collect(), products: products.into_iter().map(product).collect(), types })
}

/// What the rows say there, each once.
fn distinct(rows: &[Row], field: impl Fn(&Row) -> &String) -> Vec<String> {
    rows.iter().map(field).collect::<HashSet<_>>().into_iter().cloned().collect()
}

/// How much there is of types, and the versions of their stock. Read after the types are locked, and by a statement of
/// its own: one that has waited for a type's lock still sees the stock of before.
async fn levels(
    conn: &AsyncPgConnection,
    seller_id: Uuid,
    type_ids: &[Uuid],
    purpose: Purpose,
) -> StoreResult<HashMap<Uuid, (Level, i64)>> {
    let rows: Vec<LevelRow> = statement(match purpose {
        Purpose::Look | Purpose::Change => {
            "SELECT s.type_id, s.on_hand, s.reserved, s.version \
             FROM unnest($2::uuid[]) AS n (type_id) JOIN stock s ON s.seller_id = $1 AND s.type_id = n.type_id"
        }
        Purpose::ChangeAlone => {
            "SELECT s.type_id, s.on_hand, s.reserved, s.version \
             FROM unnest($2::uuid[]) AS n (type_id) JOIN stock s ON s.seller_id = $1 AND s.type_id = n.type_id \
             ORDER BY s.type_id FOR UPDATE OF s"
        }
    })
    .bind(seller_id)
    .bind(type_ids.to_vec())
    .rows(conn)
    .await?;
    let known =
        |LevelRow { type_id, on_hand, reserved, version }| Ok((type_id, (level(type_id, on_hand, reserved)?, version)));
    rows.into_iter().map(known).collect()
}

impl From<TypeRow> for TypeRecord {
    fn from(row: TypeRow) -> Self {
        let TypeRow {
            type_id,
            product_id,
            code,
            name,
            description,
            unit_id,
            pieces_per_unit,
            buy_price_toman,
            sell_price_toman,
            image_url,
            row_order,
            active,
        } = row;
        Self {
            type_id,
            product_id,
            code,
            name,
            description,
            unit_id,
            pieces_per_unit,
            buy_price_toman,
            sell_price_toman,
            image_url,
            row_order,
            active,
        }
    }
}
