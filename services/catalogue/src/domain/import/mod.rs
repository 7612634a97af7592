//! Product files: what a row must be, and what the good rows change.

pub mod active;
pub mod number;
pub mod plan;
pub mod preview;
pub mod row;

pub use plan::{BrandRecord, Known, KnownType, Outcome, Plan, ProductRecord, Taken, TypeRecord, plan, plan_watched};
pub use row::{Problem, RawRow, Row, Units, check, check_all, problem};
