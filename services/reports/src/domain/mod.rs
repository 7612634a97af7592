//! The rules of the figures. Pure: no I/O, no clock, no framework.
//!
//! Every order contributes what its last saved revision says, to the day of its first registration. Figures are sums
//! of contributions, kept per bucket of time ([`Bucket`]) for the seller, each product type, each activity area and
//! each customer. A new fact about an order is turned into the difference it makes ([`Changes`]). Names are those of
//! today ([`Names`]), and a customer's figures belong to the activity area where it is today.

mod bucket;
mod changes;
mod contribution;
mod figures;
mod naming;

pub use bucket::{Bucket, DaySpan, ReversedSpan};
pub use changes::{Changes, TooLarge};
pub use contribution::{Contribution, ContributionError, Fact, Line, RegisteredOrder};
pub use figures::Figures;
pub use naming::{CustomerName, CustomerNames, Names, ProductName, ProductNames, Source};
