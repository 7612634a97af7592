//! Product files: what a row must be, and what the good rows change.

pub mod number;
pub mod plan;
pub mod row;

pub use plan::{BrandRecord, Known, KnownType, Plan, ProductRecord, TypeRecord, plan};
pub use row::{Problem, RawRow, Row, Units, check};
