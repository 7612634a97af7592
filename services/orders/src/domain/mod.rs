//! The rules of customers and orders. Pure: no I/O, no clock, no framework.

mod code;
mod customer;
mod customer_index;
mod difference;
mod guide;
mod intent;
mod line;
mod naming;
mod order;
mod order_filter;
mod reservation;
mod reset;
mod settlement;
mod settling;
mod tiers;
mod totals;
mod violation;

pub use code::{NotACode, OrderCode};
pub use customer::{
    Customer, CustomerCounts, CustomerDraft, CustomerFilter, CustomerSort, CustomerTexts, MAX_CODE, Row, RowProblem,
    Span, accept_rows,
};
pub use customer_index::{CustomerIndex, FoundCustomers, IndexedCustomer, Part};
pub use difference::{Change, Difference, LineDifference};
pub use guide::{GUIDE_SPAN, Habit, MAX_GUIDE_ORDERS, Purchase, habits};
pub use intent::{Backlog, LEASE, LONGEST_REST, STUCK_AFTER, Waiting, rest_after};
pub use line::{
    LineChange, MAX_LINES, MAX_QUANTITY, MAX_UNIT_PRICE_TOMAN, NewLine, Offer, OrderLine, TypeName, check_lines,
    price_lines, short_lines,
};
pub use naming::CustomerNames;
pub use order::{DiscardStep, Missing, Order, OrderStatus, OrderSummary, Revision, Terms};

pub use order_filter::{OrderCounts, OrderFilter};
pub use reservation::{Goods, Held, ReconcileStep, Reservation, differs, line_differences};
pub use reset::AccountReset;
pub use settlement::{RegisteredOrder, SavedRevision, Settlement, SettlementKind, Shortage};
pub use settling::{Conclusion, FirstStep, StockReply, conclude, first_step};
pub use tiers::{Discount, DiscountKind, Tier, Tiers, net_amounts};
pub use totals::{MAX_TOTAL_TOMAN, Totals};
pub use violation::Violation;

/// The longest note on an order, in Unicode scalar values.
pub const MAX_NOTE: usize = 300;
