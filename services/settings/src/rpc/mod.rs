//! The gRPC face: message ↔ command, domain ↔ message, error → status.

pub mod clients;
mod convert;
mod status;

use pishkhan_chassis::{access::Caller, parse};
use pishkhan_chassis_db::idempotency;
use pishkhan_proto::settings::v1::{self as pb, settings_service_server::SettingsService};
use prost::Message as _;
use tonic::{Request, Response, Status};

use crate::app::{
    App,
    create_seller::{CreateSeller, Users},
};

/// Serves the contract.
#[derive(Clone)]
pub struct Service<U>(pub App<U>);

#[tonic::async_trait]
impl<U: Users> SettingsService for Service<U> {
    async fn get_seller(
        &self,
        request: Request<pb::GetSellerRequest>,
    ) -> Result<Response<pb::GetSellerResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let seller = self.0.seller(seller_id).await?;
        Ok(Response::new(pb::GetSellerResponse { seller: Some(seller.into()) }))
    }

    async fn create_seller(
        &self,
        request: Request<pb::CreateSellerRequest>,
    ) -> Result<Response<pb::CreateSellerResponse>, Status> {
        let caller = Caller::of(&request)?;
        let mut message = request.into_inner();
        let password = std::mem::take(&mut message.password);
        let request_id = parse::text("request_id", &message.request_id, 64)?;
        let fingerprint = idempotency::fingerprint(&message.encode_to_vec());
        let (first_name, last_name) = (message.first_name.clone(), message.last_name.clone());
        let clock = self.0.clock();
        let new = convert::new_seller(message, clock.new_id(), clock.now())?;
        // A tool that is bound to one seller may create that one only.
        caller.seller(new.seller.seller_id)?;
        let actor = caller.actor();
        let command = CreateSeller { request_id, fingerprint, new, password, first_name, last_name, actor };
        let seller = self.0.create_seller(command).await?;
        Ok(Response::new(pb::CreateSellerResponse { seller: Some(seller.into()) }))
    }

    async fn get_limits(
        &self,
        request: Request<pb::GetLimitsRequest>,
    ) -> Result<Response<pb::GetLimitsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let seller_id = caller.seller(parse::uuid("seller_id", &request.into_inner().seller_id)?)?;
        let limits = self.0.limits(seller_id).await?;
        Ok(Response::new(pb::GetLimitsResponse { limits: Some(limits.into()) }))
    }

    async fn get_order_terms(
        &self,
        request: Request<pb::GetOrderTermsRequest>,
    ) -> Result<Response<pb::GetOrderTermsResponse>, Status> {
        let caller = Caller::of(&request)?;
        let pb::GetOrderTermsRequest { seller_id, placed_at } = request.into_inner();
        let seller_id = caller.seller(parse::uuid("seller_id", &seller_id)?)?;
        let terms = self.0.order_terms(seller_id, parse::instant("placed_at", placed_at)?).await?;
        Ok(Response::new(terms.into()))
    }

    async fn list_holidays(
        &self,
        request: Request<pb::ListHolidaysRequest>,
    ) -> Result<Response<pb::ListHolidaysResponse>, Status> {
        let year = parse::in_range("year", request.into_inner().year, 1400..=1420)?;
        let listing = self.0.holidays(year).await?;
        Ok(Response::new(convert::holidays(listing)))
    }
}
