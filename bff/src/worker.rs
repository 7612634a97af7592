//! What one worker of the HTTP server works with.

use std::{ops::Deref, sync::Arc};

use actix_web::web::Bytes;
use pishkhan_chassis::clock::SharedClock;

use crate::{
    assets::Assets,
    clients::Clients,
    config::WebConfig,
    edge::{Edge, methods::Methods},
    headers::ProtectiveHeaders,
    pictures::Pictures,
    seal::Seal,
    session::cache::SessionCache,
    stores::Stores,
    throttle::Asks,
    work::Work,
};

/// What all workers share.
#[derive(Clone)]
pub struct Shared {
    /// The time and new ids.
    pub clock: SharedClock,
    /// What decides about browsers and proxies.
    pub web: Arc<WebConfig>,
    /// Validated sessions of the last seconds.
    pub sessions: Arc<SessionCache>,
    /// The client and the pictures.
    pub assets: Arc<Assets>,
    /// Headers of every answer.
    pub headers: Arc<ProtectiveHeaders>,
    /// Seals the addresses of orders' public pages and the sessions' cookies.
    pub seal: Arc<Seal>,
    /// How often somebody without a session may ask.
    pub asks: Arc<Asks>,
    /// Uploaded pictures of the last minutes.
    pub pictures: Arc<Pictures>,
    /// What pages show of stores, of the last seconds.
    pub stores: Arc<Stores>,
    /// Turns at work that costs much.
    pub work: Arc<Work>,
    /// What holds for connections.
    pub edge: Arc<Edge>,
    /// Which methods each path has.
    pub methods: Methods,
    /// The OpenAPI document, as it is sent.
    pub document: Bytes,
}

/// What one worker works with: what is shared, and channels of its own.
#[derive(Clone)]
pub struct Worker {
    shared: Shared,
    /// The services behind.
    pub clients: Clients,
}

impl Worker {
    /// A worker with its own channels.
    pub const fn new(shared: Shared, clients: Clients) -> Self {
        Self { shared, clients }
    }
}

impl Deref for Worker {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.shared
    }
}
