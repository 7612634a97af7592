//! Messages and what they stand for.

use pishkhan_chassis::{
    access::Actor,
    errors::{self, problem},
    paging::{self, PAGE_BYTES, fitting},
    parse, text,
};
use pishkhan_chassis_db::set_aside::SetAside;
use pishkhan_proto::{catalogue::v1 as pb, reason};
use serde::{Deserialize, Serialize};
use tonic::{Code, Status};
use uuid::Uuid;

use super::request_id;
use crate::{
    app::{ImportProducts, ImportReport, Recounted, ReportedProblem, SetReservation},
    domain::{
        import::RawRow,
        limits,
        product::{Brand, Counts, ProductHead, ProductType, TypeDetails, TypePage, TypePosition, Unit},
        reservation::{Answer, Declaration, DeclarationError, Shortage, Standing},
        stock::{Difference, Verification},
    },
};

/// Problem code of a list that is too long.
pub(super) const TOO_MANY: &str = "TOO_MANY";
/// Problem code of an id that stands twice in a list.
const REPEATED: &str = "REPEATED";
/// Bytes in the name of who changes an order.
const ACTOR: usize = 200;

// === message -> command ===

pub(super) fn set_reservation(
    message: pb::SetReservationRequest,
    seller_id: Uuid,
    caller: Actor,
) -> Result<SetReservation, Status> {
    let pb::SetReservationRequest { request_id: id, seller_id: _, order_id, revision, lines, actor } = message;
    let id = request_id(&id)?;
    let order_id = parse::uuid("order_id", &order_id)?;
    let on_behalf_of = parse::text("actor", &actor, ACTOR)?;
    let lines = lines
        .into_iter()
        .enumerate()
        .map(|(index, pb::ReservationLine { type_id, quantity })| match parse::uuid("lines", &type_id) {
            Ok(type_id) => Ok((type_id, quantity)),
            Err(_) => Err(errors::invalid_field(format!("lines[{index}].type_id"), problem::INVALID)),
        })
        .collect::<Result<Vec<_>, Status>>()?;
    let declaration = Declaration::new(order_id, revision, lines).map_err(invalid_declaration)?;
    Ok(SetReservation { seller_id, declaration, caller, on_behalf_of, request_id: id })
}

fn invalid_declaration(error: DeclarationError) -> Status {
    let (field, problem) = match error {
        DeclarationError::Revision => ("revision".to_owned(), problem::OUT_OF_RANGE),
        DeclarationError::TooManyLines => ("lines".to_owned(), TOO_MANY),
        DeclarationError::Quantity { line } => (format!("lines[{line}].quantity"), problem::OUT_OF_RANGE),
        DeclarationError::Repeated { line } => (format!("lines[{line}].type_id"), REPEATED),
    };
    errors::status(Code::InvalidArgument, reason::INVALID_FIELD, error.to_string()).field(field, problem).build()
}

pub(super) fn import_products(
    message: pb::ImportProductsRequest,
    seller_id: Uuid,
    caller: Actor,
    fingerprint: [u8; 32],
) -> Result<ImportProducts, Status> {
    let pb::ImportProductsRequest { request_id: id, seller_id: _, rows } = message;
    if rows.len() > limits::BATCH {
        return Err(errors::invalid_field("rows", TOO_MANY));
    }
    let rows = rows.into_iter().map(RawRow::from).collect();
    Ok(ImportProducts { seller_id, rows, caller, request_id: request_id(&id)?, fingerprint })
}

/// What a page token of the list of types holds.
#[derive(Serialize, Deserialize)]
struct TypeCursor {
    t: String,
    p: Uuid,
    r: i32,
}

pub(super) fn type_position(token: &str) -> Result<Option<TypePosition>, Status> {
    if token.is_empty() {
        return Ok(None);
    }
    let TypeCursor { t, p, r } = paging::decode_token(token)?;
    if t.contains('\0') {
        return Err(paging::InvalidToken.into());
    }
    Ok(Some(TypePosition { title_folded: t, product_id: p, row_order: r }))
}

// === domain -> message ===

impl From<Unit> for pb::Unit {
    fn from(unit: Unit) -> Self {
        let Unit { unit_id, name, numeric } = unit;
        Self { unit_id: unit_id.to_string(), name, numeric }
    }
}

impl From<Brand> for pb::Brand {
    fn from(brand: Brand) -> Self {
        let Brand { brand_id, name } = brand;
        Self { brand_id: brand_id.to_string(), name }
    }
}

impl From<ProductType> for pb::ProductType {
    fn from(found: ProductType) -> Self {
        let ProductType { product, details } = found;
        let ProductHead { product_id, code, title, category, brand, image_urls } = product;
        Self {
            product_id: product_id.to_string(),
            product_title: title,
            brand: brand.map(pb::Brand::from),
            product_image_urls: image_urls,
            product_code: code,
            category,
            ..Self::from(details)
        }
    }
}

/// As it stands in its product, which says what its types have in common.
impl From<TypeDetails> for pb::ProductType {
    fn from(details: TypeDetails) -> Self {
        let TypeDetails {
            type_id,
            code,
            name,
            description,
            unit,
            pieces_per_unit,
            buy_price_toman,
            sell_price_toman,
            available,
            active,
            row_order,
            image_urls,
            version,
            low_stock,
        } = details;
        Self {
            type_id: type_id.to_string(),
            name,
            description,
            unit: Some(unit.into()),
            pieces_per_unit,
            buy_price_toman,
            sell_price_toman,
            available,
            active,
            row_order,
            image_urls,
            code,
            version,
            low_stock,
            ..Self::default()
        }
    }
}

impl From<TypePage> for pb::ListProductTypesResponse {
    fn from(page: TypePage) -> Self {
        let TypePage { types, mut next } = page;
        let places: Vec<(Uuid, i32)> =
            types.iter().map(|found| (found.product.product_id, found.details.row_order)).collect();
        let (types, cut) = fitting(types.into_iter().map(pb::ProductType::from), PAGE_BYTES);
        if cut && let (Some(last), Some(&(product_id, row_order))) = (types.last(), places.get(types.len() - 1)) {
            next = Some(TypePosition { title_folded: text::fold(&last.product_title), product_id, row_order });
        }
        let cursor = next.map(|TypePosition { title_folded, product_id, row_order }| TypeCursor {
            t: title_folded,
            p: product_id,
            r: row_order,
        });
        Self { types, next_page_token: cursor.map(|cursor| paging::encode_token(&cursor)).unwrap_or_default() }
    }
}

impl From<Counts> for pb::GetCatalogueCountsResponse {
    fn from(counts: Counts) -> Self {
        let Counts { products, types } = counts;
        Self { products, types }
    }
}

impl From<Answer> for pb::SetReservationResponse {
    fn from(answer: Answer) -> Self {
        let (outcome, shortages) = match answer {
            Answer::Reserved => (pb::ReservationOutcome::Reserved, Vec::new()),
            Answer::Short(shortages) => (pb::ReservationOutcome::Short, shortages),
        };
        Self { outcome: outcome.into(), shortages: shortages.into_iter().map(pb::Shortage::from).collect() }
    }
}

impl From<Shortage> for pb::Shortage {
    fn from(shortage: Shortage) -> Self {
        let Shortage { type_id, product_title, type_name, available, requested } = shortage;
        Self { type_id: type_id.to_string(), product_title, type_name, available, requested }
    }
}

impl From<ImportReport> for pb::ImportProductsResponse {
    fn from(report: ImportReport) -> Self {
        let ImportReport { created, updated, unchanged, problems } = report;
        Self { created, updated, unchanged, problems: problems.into_iter().map(pb::RowProblem::from).collect() }
    }
}

impl From<ReportedProblem> for pb::RowProblem {
    fn from(problem: ReportedProblem) -> Self {
        let ReportedProblem { row, column, value, problem } = problem;
        Self { row, column, value, problem }
    }
}

impl From<Verification> for pb::VerifyStockResponse {
    fn from(verification: Verification) -> Self {
        let Verification { types_checked, differences, truncated } = verification;
        let differences = differences.into_iter().map(pb::StockDifference::from).collect();
        Self { types_checked, differences, truncated }
    }
}

impl From<Recounted> for pb::RecountSalesResponse {
    fn from(recounted: Recounted) -> Self {
        let Recounted { orders, products } = recounted;
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        Self { orders: number(orders), products: number(products) }
    }
}

pub fn set_aside(event: SetAside) -> pb::SetAsideEvent {
    let SetAside { consumer: _, lane: _, event_id, topic: _, kind, key, reason, set_aside_at } = event;
    pb::SetAsideEvent {
        event_id: event_id.to_string(),
        kind,
        key: key.to_string(),
        reason,
        set_aside_time: Some(parse::timestamp(set_aside_at)),
    }
}

impl From<Difference> for pb::StockDifference {
    fn from(difference: Difference) -> Self {
        let Difference { type_id, code, row_on_hand, ledger_on_hand, row_reserved, ledger_reserved, reservations } =
            difference;
        let type_id = type_id.to_string();
        Self { type_id, code, row_on_hand, ledger_on_hand, row_reserved, ledger_reserved, reservations }
    }
}

impl From<Standing> for pb::Reservation {
    fn from(standing: Standing) -> Self {
        let Standing { order_id, revision, applied_at, lines } = standing;
        let line = |(type_id, quantity): (Uuid, i64)| pb::ReservationLine { type_id: type_id.to_string(), quantity };
        Self {
            order_id: order_id.to_string(),
            revision,
            lines: lines.into_iter().map(line).collect(),
            update_time: Some(parse::timestamp(applied_at)),
        }
    }
}
