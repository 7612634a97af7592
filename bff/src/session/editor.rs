//! Who may change a catalogue: every seller its own, but for the child of another seller.

use std::{future::Future, pin::Pin};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use tonic::{Response, Status};

use super::Seller;
use crate::wire::error::BffError;

/// A seller who may change the catalogue. Every handler that changes something in it takes this.
///
/// Catalogue holds the lock, by the passport; here it only keeps a file from being brought in vain.
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

impl FromRequest for CatalogueEditor {
    type Error = BffError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, BffError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let seller = Seller::from_request(request, payload);
        Box::pin(async move {
            let seller = seller.await?;
            if seller.is_child() { Err(BffError::forbidden()) } else { Ok(Self(seller)) }
        })
    }
}
