//! Where connections meet the application: what is answered before a request can be read, how slow the other side may
//! be, how many calls are worked on at once.

pub mod bodies;
pub mod connection;
pub mod connections;
pub mod exchange;
pub mod framing;
pub mod gate;
pub mod handshake;
pub mod health;
pub mod methods;
pub mod pace;
pub mod refusal;
pub mod socket;

use std::{sync::Arc, time::Duration};

use ipnet::IpNet;
use pishkhan_chassis::{throttle::Throttle, tls::ServerTls};
use tokio::sync::Semaphore;

use self::{
    bodies::Bodies,
    connections::{Connections, Most},
    gate::Gate,
    health::Health,
    pace::Pace,
};
use crate::throttle::NetworkThrottle;

/// Asks for `/healthz` of one network in a minute: twenty a second are more than any balancer needs.
const MAX_PROBES: u32 = 1_200;

/// Handshakes of one network in a minute: 200 a second cost a thirtieth of a core.
const MAX_HANDSHAKES: u32 = 12_000;

/// Heads of more than 8 KiB at once: nobody needs one, and together they take 10 MB.
const MAX_LONG_HEADS: usize = 256;

/// Connections at once, if nothing else is said.
pub const MAX_CONNECTIONS: usize = 8_192;

/// What all workers share about their connections.
#[derive(Debug)]
pub struct Edge {
    /// How many calls are worked on at once.
    pub gate: Gate,
    /// The connections that there are.
    pub connections: Arc<Connections>,
    /// How much of JSON bodies is held.
    pub bodies: Bodies,
    /// The least rate of bodies and of whoever reads an answer.
    pub pace: Pace,
    /// How long a connection may take to say what it wants.
    pub head_time: Duration,
    /// Whether the services answer, as it was seen last.
    pub health: Health,
    /// How often a network asks for that.
    pub probes: NetworkThrottle,
    /// How TLS is spoken with those who connect, if it is.
    pub tls: Option<ServerTls>,
    /// How often a network shakes hands.
    pub handshakes: Throttle<IpNet>,
    /// Places for heads that are longer than what is read at once.
    pub long_heads: Arc<Semaphore>,
}

impl Default for Edge {
    fn default() -> Self {
        Self {
            gate: Gate::default(),
            connections: Connections::new(Most::of(MAX_CONNECTIONS)),
            bodies: Bodies::default(),
            pace: Pace::default(),
            head_time: Duration::from_secs(10),
            health: Health::default(),
            probes: NetworkThrottle::allowing(MAX_PROBES),
            tls: None,
            handshakes: Throttle::allowing(MAX_HANDSHAKES),
            long_heads: Arc::new(Semaphore::new(MAX_LONG_HEADS)),
        }
    }
}
