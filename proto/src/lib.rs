//! The contracts between Pishkhan's processes, generated from `pishkhan/*/v1/*.proto`, and the reason codes that
//! errors carry.
//!
//! Each service has its module (`orders::v1`) and a [`descriptor`] set with custom options, which serves reflection
//! and the access table.

pub mod descriptor;
pub mod reason;

/// What was done, as each service tells of it.
pub mod activity {
    /// Version 1 of the contract.
    pub mod v1 {
        #![allow(clippy::all, clippy::pedantic, missing_docs, reason = "generated")]
        tonic::include_proto!("pishkhan.activity.v1");
    }
}
/// Who somebody is.
pub mod auth {
    /// Version 1 of the contract.
    pub mod v1 {
        #![allow(clippy::all, clippy::pedantic, missing_docs, reason = "generated")]
        tonic::include_proto!("pishkhan.auth.v1");
    }
}
/// What a seller has set up.
pub mod settings {
    /// Version 1 of the contract.
    pub mod v1 {
        #![allow(clippy::all, clippy::pedantic, missing_docs, reason = "generated")]
        tonic::include_proto!("pishkhan.settings.v1");
    }
}
/// Customers and their orders.
pub mod orders {
    /// Version 1 of the contract.
    pub mod v1 {
        #![allow(clippy::all, clippy::pedantic, missing_docs, reason = "generated")]
        tonic::include_proto!("pishkhan.orders.v1");
    }
}
/// Products, prices and stock.
pub mod catalogue {
    /// Version 1 of the contract.
    pub mod v1 {
        #![allow(clippy::all, clippy::pedantic, missing_docs, reason = "generated")]
        tonic::include_proto!("pishkhan.catalogue.v1");
    }
}
/// Sales figures.
pub mod reports {
    /// Version 1 of the contract.
    pub mod v1 {
        #![allow(clippy::all, clippy::pedantic, missing_docs, reason = "generated")]
        tonic::include_proto!("pishkhan.reports.v1");
    }
}
