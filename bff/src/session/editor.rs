//! Who may change a catalogue: every seller its own, but for the child of another seller.

use std::{future::Future, pin::Pin};

use actix_web::{FromRequest, HttpRequest, dev::Payload, web::Data};
use pishkhan_proto::settings::v1 as pb;
use tonic::{Response, Status};

use super::Seller;
use crate::{app::Worker, wire::error::BffError};

/// A seller who may change the catalogue. Every handler that changes something in it takes this.
#[derive(Clone, Debug)]
pub struct CatalogueEditor(Seller);

impl CatalogueEditor {
    /// The store's id.
    pub fn id(&self) -> String {
        self.0.id()
    }

    /// Makes `call` in this person's name at the service `audience`.
    pub async fn ask<T>(
        &self,
        audience: &'static str,
        call: impl Future<Output = Result<Response<T>, Status>>,
    ) -> Result<T, BffError> {
        self.0.ask(audience, call).await
    }
}

/// Whether the seller is a child of another one. Settings knows, and is asked each time: changes are rare.
pub async fn is_child(worker: &Worker, seller: &Seller) -> Result<bool, BffError> {
    let request = pb::GetSellerRequest { seller_id: seller.id() };
    let reply = seller.ask("settings", worker.clients.settings().get_seller(request)).await?;
    Ok(!reply.seller.ok_or_else(BffError::not_found)?.parent_seller_id.is_empty())
}

impl FromRequest for CatalogueEditor {
    type Error = BffError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, BffError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let seller = Seller::from_request(request, payload);
        let worker = request.app_data::<Data<Worker>>().cloned();
        Box::pin(async move {
            let seller = seller.await?;
            let worker = worker.ok_or_else(BffError::unavailable)?;
            if is_child(&worker, &seller).await? { Err(BffError::forbidden()) } else { Ok(Self(seller)) }
        })
    }
}
