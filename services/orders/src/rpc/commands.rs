//! Messages to commands. What is missing or malformed is named here; what a rule forbids is not.

use pishkhan_chassis::{
    access::{Caller, CallerKind},
    errors::{invalid_field, problem},
    paging::{decode_token, page_size},
    parse, text,
};
use pishkhan_chassis_db::idempotency::fingerprint;
use pishkhan_proto::orders::v1 as pb;
use prost::Message;
use tonic::Status;
use uuid::Uuid;

use super::seller;
use crate::{
    app::{
        Asker, ChangeStatus, CustomerName, DisconnectAll, ImportCustomers, ImportOrders, ListCustomerOrders,
        ListCustomers, ListOrders, OrderProblem, PastOrder, PlaceOrder, QuoteOrder, ReviseOrder, UpdateLines,
        UpdateNote,
    },
    domain::{
        CustomerFilter, CustomerSort, CustomerTexts, LineChange, MAX_CODE, MAX_NOTE, MAX_TOTAL_TOMAN,
        MAX_UNIT_PRICE_TOMAN, NewLine, OrderCode, OrderFilter, OrderStatus, Revision, Row, Span, TypeName, Violation,
    },
    error::OrdersError,
};

const MAX_REQUEST_ID: usize = 128;
const MAX_CLIENT_ORDER_ID: usize = 128;
const MAX_SEARCH: usize = 100;
/// Of an area's name: the longest that a customer may have.
const MAX_AREA: usize = 100;
/// Of which orders are asked for at once: those of a product.
const MAX_TYPES: usize = 500;
const MAX_SKIP: i32 = 1_000_000;
const MAX_ROWS: usize = 500;
const MAX_ORDERS: usize = 100;
/// All of a customer's orders in one answer, unless a page size is given.
const ALL_ORDERS: u32 = 1_000;

/// Who asks; the fingerprint leaves out the request's id.
pub(super) fn asker<M: Message>(caller: &Caller, request_id: String, rest: &M) -> Result<Asker, Status> {
    if request_id.is_empty() {
        return Err(invalid_field("request_id", problem::REQUIRED));
    }
    if request_id.len() > MAX_REQUEST_ID {
        return Err(invalid_field("request_id", problem::TOO_LONG));
    }
    if !request_id.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(invalid_field("request_id", problem::INVALID));
    }
    Ok(Asker { actor: caller.actor(), request_id, fingerprint: fingerprint(&rest.encode_to_vec()) })
}

// === reading ===

fn span(fields: (&'static str, &'static str), span: pb::TimeSpan) -> Result<Span, Status> {
    let pb::TimeSpan { start_time, end_time } = span;
    Ok(Span {
        start: parse::optional_instant(fields.0, start_time)?,
        end: parse::optional_instant(fields.1, end_time)?,
    })
}

fn skip(skip: i32) -> Result<u32, Status> {
    parse::in_range("skip", skip, 0..=MAX_SKIP).map(i32::unsigned_abs)
}

pub(super) fn after<T: serde::de::DeserializeOwned>(token: &str) -> Result<Option<T>, Status> {
    if token.is_empty() { Ok(None) } else { Ok(Some(decode_token(token)?)) }
}

pub(super) fn list_customers(caller: &Caller, request: pb::ListCustomersRequest) -> Result<ListCustomers, Status> {
    let pb::ListCustomersRequest {
        seller_id,
        page_size: size,
        page_token,
        skip: passed,
        last_order,
        search,
        has_open_order,
        sort,
    } = request;
    let sort = match pb::CustomerSort::try_from(sort) {
        Ok(pb::CustomerSort::Unspecified) => CustomerSort::Recent,
        Ok(pb::CustomerSort::Silent) => CustomerSort::Silent,
        Err(_) => return Err(invalid_field("sort", problem::INVALID)),
    };
    let last_order = last_order.map(|last| span(("last_order.start_time", "last_order.end_time"), last)).transpose()?;
    let search = parse::optional_text("search", &search, MAX_SEARCH)?.map(|search| text::fold(&search));
    Ok(ListCustomers {
        seller_id: seller(caller, &seller_id)?,
        filter: CustomerFilter {
            last_order: last_order.filter(|last| *last != Span::default()),
            search: search.filter(|search| !search.is_empty()),
            has_open_order,
        },
        sort,
        after: after(&page_token)?,
        skip: skip(passed)?,
        limit: page_size(size, 10, 100) as usize,
    })
}

pub(super) fn list_customer_orders(
    caller: &Caller,
    request: pb::ListCustomerOrdersRequest,
) -> Result<ListCustomerOrders, Status> {
    let pb::ListCustomerOrdersRequest { seller_id, customer_id, page_size: size, page_token, skip: passed, created } =
        request;
    let limit = if size > 0 { page_size(size, 100, 100) } else { ALL_ORDERS };
    Ok(ListCustomerOrders {
        seller_id: seller(caller, &seller_id)?,
        customer_id: parse::uuid("customer_id", &customer_id)?,
        created: created
            .map(|created| span(("created.start_time", "created.end_time"), created))
            .transpose()?
            .unwrap_or_default(),
        after: after(&page_token)?,
        skip: i64::from(skip(passed)?),
        limit: limit as usize,
    })
}

pub(super) fn list_orders(caller: &Caller, request: pb::ListOrdersRequest) -> Result<ListOrders, Status> {
    let pb::ListOrdersRequest {
        seller_id,
        page_size: size,
        page_token,
        skip: passed,
        created,
        status,
        type_ids,
        activity_area,
        customer_id,
    } = request;
    let status = match pb::OrderStatus::try_from(status) {
        Ok(pb::OrderStatus::Unspecified) => None,
        Ok(pb::OrderStatus::Open) => Some(OrderStatus::Open),
        Ok(pb::OrderStatus::Registered) => Some(OrderStatus::Registered),
        Ok(pb::OrderStatus::Cancelled) => Some(OrderStatus::Cancelled),
        Err(_) => return Err(invalid_field("status", problem::INVALID)),
    };
    if type_ids.len() > MAX_TYPES {
        return Err(invalid_field("type_ids", problem::TOO_LARGE));
    }
    Ok(ListOrders {
        seller_id: seller(caller, &seller_id)?,
        filter: OrderFilter {
            created: created
                .map(|created| span(("created.start_time", "created.end_time"), created))
                .transpose()?
                .unwrap_or_default(),
            status,
            type_ids: type_ids.iter().map(|id| parse::uuid("type_ids", id)).collect::<Result<_, _>>()?,
            activity_area: parse::optional_text("activity_area", &activity_area, MAX_AREA)?,
            customer_id: parse::optional_uuid("customer_id", &customer_id)?,
        },
        after: after(&page_token)?,
        skip: skip(passed)?.into(),
        limit: page_size(size, 15, 100) as usize,
    })
}

// === writing ===

pub(super) fn disconnect_all(
    caller: &Caller,
    mut request: pb::DisconnectAllCustomersRequest,
) -> Result<DisconnectAll, Status> {
    let asker = asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let pb::DisconnectAllCustomersRequest { request_id: _, seller_id } = request;
    Ok(DisconnectAll { seller_id: seller(caller, &seller_id)?, asker })
}

pub(super) fn reset_account(caller: &Caller, mut request: pb::ResetAccountRequest) -> Result<DisconnectAll, Status> {
    let asker = asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let pb::ResetAccountRequest { request_id: _, seller_id } = request;
    Ok(DisconnectAll { seller_id: seller(caller, &seller_id)?, asker })
}

pub(super) fn import_customers(
    caller: &Caller,
    mut request: pb::ImportCustomersRequest,
) -> Result<ImportCustomers, Status> {
    let asker = asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let pb::ImportCustomersRequest { request_id: _, seller_id, rows } = request;
    if rows.len() > MAX_ROWS {
        return Err(invalid_field("rows", problem::TOO_LARGE));
    }
    Ok(ImportCustomers {
        seller_id: seller(caller, &seller_id)?,
        rows: rows.into_iter().map(customer_row).collect(),
        asker,
    })
}

fn customer_row(row: pb::CustomerRow) -> Row {
    let pb::CustomerRow {
        row,
        customer_code: code,
        title,
        mobile,
        landline,
        trade_type,
        shop_name,
        activity_area,
        address,
    } = row;
    let texts = CustomerTexts { code, title, mobile, landline, trade_type, shop_name, activity_area, address };
    Row { row, texts }
}

pub(super) fn update_lines(caller: &Caller, mut request: pb::UpdateOrderLinesRequest) -> Result<UpdateLines, Status> {
    let asker = asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let pb::UpdateOrderLinesRequest { request_id: _, seller_id, order_id, lines, version } = request;
    let lines = lines
        .into_iter()
        .map(|pb::LineChange { type_id, quantity, unit_price_toman }| {
            Ok(LineChange { type_id: parse::uuid("lines.type_id", &type_id)?, quantity, unit_price_toman })
        })
        .collect::<Result<_, Status>>()?;
    Ok(UpdateLines {
        seller_id: seller(caller, &seller_id)?,
        order_id: parse::uuid("order_id", &order_id)?,
        lines,
        version,
        asker,
    })
}

/// A note in its stored form; it may be empty.
fn note(field: &'static str, text: &str) -> Result<String, Status> {
    parse::optional_lines(field, text, MAX_NOTE).map(Option::unwrap_or_default)
}

pub(super) fn update_note(caller: &Caller, mut request: pb::UpdateOrderNoteRequest) -> Result<UpdateNote, Status> {
    let asker = asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let pb::UpdateOrderNoteRequest { request_id: _, seller_id, order_id, seller_note, customer_note, version } =
        request;
    Ok(UpdateNote {
        seller_id: seller(caller, &seller_id)?,
        order_id: parse::uuid("order_id", &order_id)?,
        seller_note: note("seller_note", &seller_note)?,
        customer_note: customer_note.map(|text| note("customer_note", &text)).transpose()?,
        version,
        asker,
    })
}

/// Checks that an amount is none below zero and none beyond counting.
fn amount(field: &'static str, toman: Option<i64>, most: i64) -> Result<Option<i64>, Status> {
    toman.map(|toman| parse::in_range(field, toman, 0..=most)).transpose()
}

pub(super) fn revise(
    caller: &Caller,
    mut request: pb::ReviseOrderRequest,
    seller_id: Uuid,
) -> Result<ReviseOrder, Status> {
    let asker = asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let pb::ReviseOrderRequest {
        request_id: _,
        seller_id: _,
        order_id,
        lines,
        shipping_toman,
        paper_bill_toman,
        seller_note,
        version,
    } = request;
    let lines = lines
        .into_iter()
        .map(|pb::RevisedLine { type_id, quantity, unit_price_toman }| {
            Ok(LineChange {
                type_id: parse::uuid("lines.type_id", &type_id)?,
                quantity,
                unit_price_toman: amount("lines.unit_price_toman", unit_price_toman, MAX_UNIT_PRICE_TOMAN)?,
            })
        })
        .collect::<Result<_, Status>>()?;
    let revision = Revision {
        lines,
        shipping_toman: amount("shipping_toman", shipping_toman, MAX_TOTAL_TOMAN)?,
        paper_bill_toman: amount("paper_bill_toman", paper_bill_toman, MAX_TOTAL_TOMAN)?,
        seller_note: seller_note.map(|text| note("seller_note", &text)).transpose()?,
    };
    Ok(ReviseOrder { seller_id, order_id: parse::uuid("order_id", &order_id)?, revision, version, asker })
}

/// Requests that change where an order stands: all of one shape.
macro_rules! change_status {
    ($($(#[$doc:meta])* $name:ident($request:ident);)*) => {$(
        $(#[$doc])*
        pub(super) fn $name(
            caller: &Caller,
            mut request: pb::$request,
            seller_id: Uuid,
        ) -> Result<ChangeStatus, Status> {
            let asker = asker(caller, std::mem::take(&mut request.request_id), &request)?;
            let pb::$request { request_id: _, seller_id: _, order_id, version } = request;
            Ok(ChangeStatus { seller_id, order_id: parse::uuid("order_id", &order_id)?, version, asker })
        }
    )*};
}

change_status! {
    save(SaveOrderRequest);
    cancel(CancelOrderRequest);
    delete(DeleteOrderRequest);
    reopen(ReopenOrderRequest);
    discard(DiscardOrderChangesRequest);
}

pub(super) fn code(request: &pb::FindOrdersByCodeRequest) -> Result<OrderCode, Status> {
    let pb::FindOrdersByCodeRequest { code } = request;
    if code.trim().is_empty() {
        return Err(invalid_field("code", problem::REQUIRED));
    }
    code.parse().map_err(|_| invalid_field("code", problem::INVALID))
}

fn new_line(line: pb::NewLine) -> Result<NewLine, Status> {
    let pb::NewLine { type_id, type_code, quantity } = line;
    let name = match parse::optional_uuid("lines.type_id", &type_id)? {
        Some(id) => TypeName::Id(id),
        None => TypeName::Code(parse::text("lines.type_code", &type_code, MAX_CODE)?),
    };
    Ok(NewLine { name, quantity })
}

fn customer_name(id: &str, code: &str) -> Result<CustomerName, Status> {
    Ok(match parse::optional_uuid("customer_id", id)? {
        Some(id) => CustomerName::Id(id),
        None => CustomerName::Code(parse::text("customer_code", code, MAX_CODE)?),
    })
}

pub(super) fn place(caller: &Caller, mut request: pb::PlaceOrderRequest) -> Result<PlaceOrder, Status> {
    let asker = asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let pb::PlaceOrderRequest {
        request_id: _,
        seller_id,
        customer_id,
        customer_code,
        client_order_id,
        lines,
        customer_note,
        seller_note,
    } = request;
    let customer_note = note("customer_note", &customer_note)?;
    if caller.kind == CallerKind::User && !customer_note.is_empty() {
        return Err(OrdersError::Rule(Violation::CustomerNoteReadOnly).into());
    }
    Ok(PlaceOrder {
        seller_id: seller(caller, &seller_id)?,
        customer: customer_name(&customer_id, &customer_code)?,
        client_order_id: parse::optional_text("client_order_id", &client_order_id, MAX_CLIENT_ORDER_ID)?,
        lines: lines.into_iter().map(new_line).collect::<Result<_, _>>()?,
        customer_note,
        seller_note: note("seller_note", &seller_note)?,
        asker,
    })
}

pub(super) fn quote(caller: &Caller, request: pb::QuoteOrderRequest) -> Result<QuoteOrder, Status> {
    let pb::QuoteOrderRequest { seller_id, customer_id, customer_code, lines } = request;
    Ok(QuoteOrder {
        seller_id: seller(caller, &seller_id)?,
        customer: customer_name(&customer_id, &customer_code)?,
        lines: lines.into_iter().map(new_line).collect::<Result<_, _>>()?,
    })
}

/// Orders that cannot be read are problems, each for itself, as those that break a rule.
pub(super) fn import_orders(caller: &Caller, mut request: pb::ImportOrdersRequest) -> Result<ImportOrders, Status> {
    let asker = asker(caller, std::mem::take(&mut request.request_id), &request)?;
    let pb::ImportOrdersRequest { request_id: _, seller_id, orders: past } = request;
    if past.len() > MAX_ORDERS {
        return Err(invalid_field("orders", problem::TOO_LARGE));
    }
    let (mut orders, mut problems) = (Vec::with_capacity(past.len()), Vec::new());
    for order in past {
        let client_order_id = order.client_order_id.clone();
        match past_order(order) {
            Ok(order) => orders.push(order),
            Err(_status) => problems
                .push(OrderProblem { client_order_id, problem: pishkhan_proto::reason::INVALID_FIELD.to_owned() }),
        }
    }
    Ok(ImportOrders { seller_id: seller(caller, &seller_id)?, orders, problems, asker })
}

fn past_order(order: pb::PastOrder) -> Result<PastOrder, Status> {
    let status = match order.status() {
        pb::OrderStatus::Open => OrderStatus::Open,
        pb::OrderStatus::Registered => OrderStatus::Registered,
        pb::OrderStatus::Cancelled => OrderStatus::Cancelled,
        pb::OrderStatus::Unspecified => return Err(invalid_field("status", problem::REQUIRED)),
    };
    let pb::PastOrder {
        client_order_id,
        customer_code,
        lines,
        create_time,
        status: _,
        settle_time,
        customer_note,
        seller_note,
    } = order;
    Ok(PastOrder {
        client_order_id: parse::text("client_order_id", &client_order_id, MAX_CLIENT_ORDER_ID)?,
        customer_code: parse::text("customer_code", &customer_code, MAX_CODE)?,
        lines: lines.into_iter().map(new_line).collect::<Result<_, _>>()?,
        created_at: parse::instant("create_time", create_time)?,
        status,
        settled_at: parse::optional_instant("settle_time", settle_time)?,
        customer_note: note("customer_note", &customer_note)?,
        seller_note: note("seller_note", &seller_note)?,
    })
}
