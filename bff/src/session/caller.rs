//! Who calls: a validated session of somebody who may make the call.

use std::{future::Future, marker::PhantomData, pin::Pin, sync::Arc};

use actix_web::{FromRequest, HttpRequest, dev::Payload};
use pishkhan_proto::auth::v1 as pb;
use tonic::{Response, Status};

use super::{Session, validate};
use crate::wire::error::BffError;

/// Who is let in to a call.
pub trait Audience: 'static {
    /// Whether it is somebody with this session; 403 otherwise.
    fn includes(session: &Session) -> bool;
}

/// A person with a live session whom `A` includes.
#[derive(Debug)]
pub struct Caller<A>(Arc<Session>, PhantomData<A>);

impl<A> Caller<A> {
    /// Who it is.
    pub fn user(&self) -> &pb::User {
        &self.0.user
    }

    /// The store's id; empty for an operator: then the order tells whose it is.
    pub fn seller_id(&self) -> String {
        if self.0.has_store() { self.0.user.seller_id.clone() } else { String::new() }
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

impl<A: Audience> FromRequest for Caller<A> {
    type Error = BffError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, BffError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let session = validate(&request).await?;
            if A::includes(&session) { Ok(Self(session, PhantomData)) } else { Err(BffError::forbidden()) }
        })
    }
}

/// Anybody with a live session, seller or operator.
pub type Person = Caller<Anybody>;
/// A person with a store.
pub type Seller = Caller<Sellers>;
/// A seller who may change the catalogue. Every handler that changes something in it takes this.
///
/// Catalogue holds the lock, by the passport; here it only keeps a file from being brought in vain.
pub type CatalogueEditor = Caller<CatalogueEditors>;
/// Somebody of the platform's staff, without a store.
pub type Operator = Caller<Operators>;
/// A seller on an own order, or an operator on any seller's.
pub type Staff = Caller<SellersAndOperators>;

impl Caller<Sellers> {
    /// The store's id.
    pub fn id(&self) -> String {
        self.0.user.seller_id.clone()
    }

    /// Whether the store is a child of another one.
    pub fn is_child(&self) -> bool {
        self.0.user.child_seller
    }
}

impl Caller<CatalogueEditors> {
    /// The store's id.
    pub fn id(&self) -> String {
        self.0.user.seller_id.clone()
    }
}

/// Everybody with a live session.
#[derive(Debug)]
pub struct Anybody;

/// All who have a store.
#[derive(Debug)]
pub struct Sellers;

/// Sellers, but for the children of others.
#[derive(Debug)]
pub struct CatalogueEditors;

/// The platform's staff.
#[derive(Debug)]
pub struct Operators;

/// Both.
#[derive(Debug)]
pub struct SellersAndOperators;

impl Audience for Anybody {
    fn includes(_: &Session) -> bool {
        true
    }
}

impl Audience for Sellers {
    fn includes(session: &Session) -> bool {
        session.has_store()
    }
}

impl Audience for CatalogueEditors {
    fn includes(session: &Session) -> bool {
        session.has_store() && !session.user.child_seller
    }
}

impl Audience for Operators {
    fn includes(session: &Session) -> bool {
        session.is_operator()
    }
}

impl Audience for SellersAndOperators {
    fn includes(session: &Session) -> bool {
        session.has_store() || session.is_operator()
    }
}
