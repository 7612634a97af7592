//! Brands and regions.

use pishkhan_proto::settings::v1 as pb;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::typed::{Typed, read_version};
use crate::wire::{error::BffError, object::object};

/// A brand or a region.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChoiceRow {
    #[serde(rename = "_id")]
    choice_id: String,
    name: String,
}

impl From<pb::Choice> for ChoiceRow {
    fn from(choice: pb::Choice) -> Self {
        let pb::Choice { choice_id, name } = choice;
        Self { choice_id, name }
    }
}

/// Answer of `GET /market/list-brand-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct BrandsReply {
    brands: Vec<ChoiceRow>,
}

/// Answer of `GET /market/list-regionFaalyat-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegionsReply {
    regions: Vec<ChoiceRow>,
}

impl From<pb::ListChoicesResponse> for BrandsReply {
    fn from(reply: pb::ListChoicesResponse) -> Self {
        Self { brands: reply.choices.into_iter().map(Into::into).collect() }
    }
}

impl From<pb::ListChoicesResponse> for RegionsReply {
    fn from(reply: pb::ListChoicesResponse) -> Self {
        Self { regions: reply.choices.into_iter().map(Into::into).collect() }
    }
}

/// A brand that the seller has chosen.
#[derive(Debug, Serialize, ToSchema)]
pub struct SellerBrandRow {
    #[serde(rename = "_id")]
    choice_id: String,
    #[serde(rename = "SellerBrands")]
    brand: ChoiceRow,
}

/// A region that the seller has chosen.
#[derive(Debug, Serialize, ToSchema)]
pub struct SellerRegionRow {
    #[serde(rename = "_id")]
    choice_id: String,
    #[serde(rename = "SellerRegions")]
    region: ChoiceRow,
}

/// Answer of `GET /user/seller/brands-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SellerBrandsReply {
    brands: Vec<SellerBrandRow>,
    /// Each change of what is chosen adds 1.
    version: i64,
}

/// Answer of `GET /user/seller/regions-app2`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SellerRegionsReply {
    regions: Vec<SellerRegionRow>,
    /// Each change of what is chosen adds 1.
    version: i64,
}

impl From<pb::ListSellerChoicesResponse> for SellerBrandsReply {
    fn from(reply: pb::ListSellerChoicesResponse) -> Self {
        let row = |choice: pb::Choice| SellerBrandRow { choice_id: choice.choice_id.clone(), brand: choice.into() };
        Self { brands: reply.choices.into_iter().map(row).collect(), version: reply.version }
    }
}

impl From<pb::ListSellerChoicesResponse> for SellerRegionsReply {
    fn from(reply: pb::ListSellerChoicesResponse) -> Self {
        let row = |choice: pb::Choice| SellerRegionRow { choice_id: choice.choice_id.clone(), region: choice.into() };
        Self { regions: reply.choices.into_iter().map(row).collect(), version: reply.version }
    }
}

/// What is meant.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChoiceBody {
    #[serde(rename = "_id", default)]
    choice_id: String,
}

/// `POST /user/seller/brand/add-app2` and its twin for regions.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SelectBody {
    #[serde(deserialize_with = "object")]
    obj: ChoiceBody,
    /// The version that was read; not looked at without it.
    version: Option<Typed>,
}

impl SelectBody {
    /// The request for the settings service.
    pub fn into_request(
        self,
        request_id: String,
        seller_id: String,
        kind: pb::ChoiceKind,
    ) -> Result<pb::SelectChoiceRequest, BffError> {
        let Self { obj: ChoiceBody { choice_id }, version } = self;
        let version = read_version(version.as_ref())?;
        Ok(pb::SelectChoiceRequest { request_id, seller_id, kind: kind.into(), choice_id, version })
    }
}

/// `POST /user/seller/brand/delete-app2` and its twin for regions.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeselectBody {
    #[serde(default)]
    item_id: String,
    /// The version that was read; not looked at without it.
    version: Option<Typed>,
}

impl DeselectBody {
    /// The request for the settings service.
    pub fn into_request(
        self,
        request_id: String,
        seller_id: String,
        kind: pb::ChoiceKind,
    ) -> Result<pb::DeselectChoiceRequest, BffError> {
        let Self { item_id: choice_id, version } = self;
        let version = read_version(version.as_ref())?;
        Ok(pb::DeselectChoiceRequest { request_id, seller_id, kind: kind.into(), choice_id, version })
    }
}
