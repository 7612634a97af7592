//! Whether orders use the seller's discount tiers.

use pishkhan_proto::settings::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::typed::{Typed, read_version};
use crate::wire::error::BffError;

/// Answer of the calls of `/seller/tiers-applied-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct TiersAppliedReply {
    /// Off until it is turned on.
    applied: bool,
    /// Each change adds 1.
    version: i64,
}

impl From<pb::GetTiersAppliedResponse> for TiersAppliedReply {
    fn from(reply: pb::GetTiersAppliedResponse) -> Self {
        let pb::GetTiersAppliedResponse { applied, version } = reply;
        Self { applied, version }
    }
}

impl From<pb::SetTiersAppliedResponse> for TiersAppliedReply {
    fn from(reply: pb::SetTiersAppliedResponse) -> Self {
        let pb::SetTiersAppliedResponse { applied, version } = reply;
        Self { applied, version }
    }
}

/// `POST /seller/tiers-applied-app2`
#[derive(Debug, Deserialize, ToSchema)]
pub struct TiersAppliedBody {
    applied: bool,
    /// The version that was read. Without it, the last write wins.
    version: Option<Typed>,
}

impl TiersAppliedBody {
    /// The request for the settings service.
    pub fn into_request(self, request_id: String, seller_id: String) -> Result<pb::SetTiersAppliedRequest, BffError> {
        let version = read_version(self.version.as_ref())?;
        Ok(pb::SetTiersAppliedRequest { request_id, seller_id, applied: self.applied, version })
    }
}
