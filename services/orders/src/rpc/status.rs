//! Errors to the wire: one table.

use std::time::Duration;

use pishkhan_chassis::errors;
use pishkhan_proto::reason;
use tonic::{Code, Status};

use crate::{
    domain::{Missing, Shortage, Violation},
    error::OrdersError,
};

/// When an order that is being settled is worth another try.
const RETRY_AFTER: Duration = Duration::from_secs(2);

/// Details travel in a header, of which peers take 16 KiB. Beyond this, further short lines are left out.
const SHORTAGE_BYTES: usize = 7_000;
/// An id as text, and what surrounds an entry.
const UUID_TEXT: usize = 44;

impl From<OrdersError> for Status {
    fn from(error: OrdersError) -> Self {
        let message = error.to_string();
        match error {
            OrdersError::Rule(violation) => rule(&violation),
            OrdersError::OrderNotFound => errors::status(Code::NotFound, reason::ORDER_NOT_FOUND, message).build(),
            OrdersError::CustomerNotFound => {
                errors::status(Code::NotFound, reason::CUSTOMER_NOT_FOUND, message).build()
            }
            OrdersError::OpenOrders => errors::status(Code::FailedPrecondition, reason::OPEN_ORDERS, message).build(),
            OrdersError::SellerNotFound => errors::status(Code::NotFound, reason::SELLER_NOT_FOUND, message).build(),
            OrdersError::Settling => {
                errors::status(Code::Aborted, reason::ORDER_SETTLING, message).retry_after(RETRY_AFTER).build()
            }
            OrdersError::StockShort(shortages) => {
                let mut status = errors::status(Code::FailedPrecondition, reason::STOCK_SHORT, message);
                let mut size = 0;
                for Shortage { type_id, product_title, type_name, available } in shortages {
                    let [product_title, type_name] = [product_title, type_name].map(|name| name.replace('|', "/"));
                    let text = format!("{available}|{product_title}|{type_name}");
                    size += text.len() + UUID_TEXT;
                    if size > SHORTAGE_BYTES {
                        break;
                    }
                    status = status.metadata(type_id.to_string(), text);
                }
                status.build()
            }
            OrdersError::Invalid { field, problem } => errors::invalid_field(field, problem),
            OrdersError::PeerDown { service, cause } => {
                tracing::warn!(peer.service = service, error = cause, "{service} does not answer");
                errors::status(Code::Unavailable, reason::DEPENDENCY_DOWN, "a service behind does not answer")
                    .retry_after(RETRY_AFTER)
                    .build()
            }
            OrdersError::PeerRefused { service, cause } => {
                tracing::error!(peer.service = service, error = cause, "{service} refuses what it is asked");
                internal()
            }
            OrdersError::Busy(_) => {
                errors::status(Code::ResourceExhausted, reason::OVERLOADED, message).retry_after(RETRY_AFTER).build()
            }
            OrdersError::Repeated(error) => error.into(),
            OrdersError::Database(error) => error.into(),
            OrdersError::StoredReply(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "a stored reply cannot be read");
                internal()
            }
            OrdersError::Stopped => {
                tracing::error!("the work was stopped by a test");
                errors::status(Code::Internal, reason::STOPPED, message).build()
            }
        }
    }
}

fn internal() -> Status {
    errors::status(Code::Internal, reason::INTERNAL, "the request could not be completed").build()
}

fn rule(violation: &Violation) -> Status {
    let code = match violation {
        Violation::Cancelled
        | Violation::Registered
        | Violation::NeverSaved
        | Violation::Empty
        | Violation::StockEmpty { .. }
        | Violation::TypeNotSellable { .. }
        | Violation::SellerInactive
        | Violation::BelowMinimum(_) => Code::FailedPrecondition,
        Violation::TypeNotFound { .. } => Code::NotFound,
        Violation::PriceChanged { .. }
        | Violation::QuantityInvalid { .. }
        | Violation::TypeTwice { .. }
        | Violation::TooManyLines { .. }
        | Violation::TotalTooLarge
        | Violation::ShippingTooLarge => Code::InvalidArgument,
        Violation::VersionStale { .. } => Code::Aborted,
        Violation::CustomerNoteReadOnly => Code::PermissionDenied,
    };
    let status = errors::status(code, violation.reason(), violation.to_string());
    match violation {
        Violation::StockEmpty { type_id } => status.metadata("type_id", type_id),
        Violation::TypeNotFound { name } | Violation::TypeNotSellable { name } => status.metadata("type_id", name),
        Violation::PriceChanged { type_id, price_toman } => status
            .metadata("type_id", type_id)
            .metadata("unit_price_toman", price_toman)
            .field("lines.unit_price_toman", "CHANGED"),
        Violation::QuantityInvalid { name, quantity: _ } => {
            status.metadata("type_id", name).field("lines.quantity", errors::problem::OUT_OF_RANGE)
        }
        Violation::TypeTwice { name } => status.metadata("type_id", name).field("lines.type_id", "DUPLICATE"),
        Violation::TotalTooLarge => status.field("lines", errors::problem::OUT_OF_RANGE),
        Violation::ShippingTooLarge => status.field("shipping_toman", errors::problem::OUT_OF_RANGE),
        Violation::TooManyLines { count } => status.metadata("count", count).field("lines", errors::problem::TOO_LARGE),
        Violation::VersionStale { current } => status.metadata("version", current),
        Violation::BelowMinimum(Missing { toman, packages }) => {
            status.metadata("missing_toman", toman).metadata("missing_packages", packages)
        }
        Violation::Cancelled
        | Violation::Registered
        | Violation::NeverSaved
        | Violation::Empty
        | Violation::SellerInactive
        | Violation::CustomerNoteReadOnly => status,
    }
    .build()
}

#[cfg(test)]
mod tests {
    use pishkhan_chassis::turns::Refused;
    use pishkhan_chassis_db::idempotency::IdempotencyError;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn each_error_has_a_code_and_a_reason_of_the_contract() {
        let name = "x".to_owned();
        let type_id = Uuid::nil();
        let missing = |toman, packages| Violation::BelowMinimum(Missing { toman, packages });
        let rules = [
            (Violation::Cancelled, Code::FailedPrecondition, "ORDER_CANCELLED"),
            (Violation::Registered, Code::FailedPrecondition, "ORDER_REGISTERED"),
            (Violation::NeverSaved, Code::FailedPrecondition, "ORDER_NEVER_SAVED"),
            (Violation::Empty, Code::FailedPrecondition, "ORDER_EMPTY"),
            (Violation::VersionStale { current: 3 }, Code::Aborted, "VERSION_STALE"),
            (Violation::StockEmpty { type_id }, Code::FailedPrecondition, "STOCK_EMPTY"),
            (Violation::TypeNotFound { name: name.clone() }, Code::NotFound, "PRODUCT_TYPE_NOT_FOUND"),
            (Violation::TypeNotSellable { name: name.clone() }, Code::FailedPrecondition, "TYPE_NOT_SELLABLE"),
            (Violation::PriceChanged { type_id, price_toman: 5 }, Code::InvalidArgument, "PRICE_CHANGED"),
            (Violation::QuantityInvalid { name: name.clone(), quantity: 0 }, Code::InvalidArgument, "QUANTITY_INVALID"),
            (Violation::TypeTwice { name }, Code::InvalidArgument, "QUANTITY_INVALID"),
            (Violation::TooManyLines { count: 501 }, Code::InvalidArgument, "LINES_TOO_MANY"),
            (Violation::TotalTooLarge, Code::InvalidArgument, "QUANTITY_INVALID"),
            (Violation::ShippingTooLarge, Code::InvalidArgument, "INVALID_FIELD"),
            (Violation::CustomerNoteReadOnly, Code::PermissionDenied, "CUSTOMER_NOTE_READ_ONLY"),
            (Violation::SellerInactive, Code::FailedPrecondition, "SELLER_INACTIVE"),
            (missing(1, 1), Code::FailedPrecondition, "BELOW_MIN_AMOUNT"),
            (missing(0, 1), Code::FailedPrecondition, "BELOW_MIN_PACKAGES"),
        ];
        let shortage = Shortage { type_id, product_title: "p".to_owned(), type_name: "t".to_owned(), available: 3 };
        let down = || OrdersError::PeerDown { service: "catalogue", cause: "secret".to_owned() };
        let refused = || OrdersError::PeerRefused { service: "catalogue", cause: "secret".to_owned() };
        let unreadable = serde_json::from_str::<i32>("x").unwrap_err();
        let others = [
            (OrdersError::OrderNotFound, Code::NotFound, "ORDER_NOT_FOUND"),
            (OrdersError::CustomerNotFound, Code::NotFound, "CUSTOMER_NOT_FOUND"),
            (OrdersError::SellerNotFound, Code::NotFound, "SELLER_NOT_FOUND"),
            (OrdersError::Settling, Code::Aborted, "ORDER_SETTLING"),
            (OrdersError::StockShort(vec![shortage]), Code::FailedPrecondition, "STOCK_SHORT"),
            (OrdersError::Invalid { field: "x", problem: "INVALID" }, Code::InvalidArgument, "INVALID_FIELD"),
            (down(), Code::Unavailable, "DEPENDENCY_DOWN"),
            (refused(), Code::Internal, "INTERNAL"),
            (OrdersError::Repeated(IdempotencyError::Mismatch), Code::FailedPrecondition, "IDEMPOTENCY_KEY_REUSED"),
            (OrdersError::StoredReply(unreadable), Code::Internal, "INTERNAL"),
            (OrdersError::Busy(Refused), Code::ResourceExhausted, "OVERLOADED"),
            (OrdersError::Stopped, Code::Internal, "STOPPED"),
        ];
        let rules = rules.into_iter().map(|(violation, code, reason)| (OrdersError::Rule(violation), code, reason));
        for (error, code, expected) in rules.chain(others) {
            let status = Status::from(error);
            assert_eq!((status.code(), errors::reason(&status).as_deref()), (code, Some(expected)));
            assert!(reason::ALL.contains(&expected), "{expected} is in the contract");
            assert!(!status.message().contains("secret"));
        }
    }

    #[test]
    fn short_lines_stand_in_the_metadata() {
        let type_id = Uuid::from_u128(9);
        let shortage = Shortage { type_id, product_title: "a|b".to_owned(), type_name: "t".to_owned(), available: 3 };
        let details = errors::details(&OrdersError::StockShort(vec![shortage]).into());
        assert_eq!(details.metadata.get(&type_id.to_string()).map(String::as_str), Some("3|a/b|t"));
        let many = (0..500)
            .map(|id| Shortage {
                type_id: Uuid::from_u128(id),
                product_title: "a title as long as titles are".to_owned(),
                type_name: "a name".to_owned(),
                available: 0,
            })
            .collect();
        let status = Status::from(OrdersError::StockShort(many));
        assert!(status.details().len() < 12_000, "{} bytes fit in a header", status.details().len());
        assert!(errors::details(&status).metadata.len() > 50);
    }
}
