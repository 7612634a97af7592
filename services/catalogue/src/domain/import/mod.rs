//! Product files: what a row must be, and what the good rows change.

pub mod active;
pub mod file;
pub mod number;
pub mod picture;
pub mod plan;
pub mod preview;
pub mod record;
pub mod rest;
pub mod row;

pub use plan::{Outcome, Plan, Taken, plan, plan_watched};
pub use record::{BrandRecord, Known, KnownType, ProductRecord, TypeRecord};
pub use row::{Problem, RawRow, Row, Units, check, check_all, problem};
