//! The beginning of a connection: at once, or through TLS.

use std::{future::poll_fn, io, rc::Rc, sync::Arc, task::Poll};

use actix_server::GracefulShutdownSignal;
use ipnet::IpNet;
use pishkhan_chassis::{
    clock::SharedClock,
    tls::{ServerTls, was_refused},
};
use tokio::{
    net::TcpStream,
    time::{Instant, timeout},
};

use super::{
    Edge,
    connection::{Connection, Terms},
    exchange::Exchange,
    socket::{Paced, Socket},
};

/// Bytes that a caller may send until hands are shaken: a browser's greeting takes 2 KB.
const MAX_GREETING: usize = 8 * 1024;
/// Bytes of answers that wait, encrypted, until the kernel takes them.
const UNSENT: usize = 32 * 1024;

/// Where connections of a worker come in.
pub struct Door {
    /// How TLS is spoken, and how often.
    pub edge: Arc<Edge>,
    /// The time.
    pub clock: SharedClock,
    /// The end of the server.
    pub ending: GracefulShutdownSignal,
}

/// Why there was no handshake; the label of a metric.
type Cause = &'static str;

impl Door {
    /// A connection of `network` (none: of a trusted proxy) on which requests can be read; none if it is to be closed.
    pub async fn open(
        &self,
        io: TcpStream,
        exchange: Rc<Exchange>,
        terms: Rc<Terms>,
        network: Option<IpNet>,
    ) -> Option<Connection> {
        let io = Paced::new(io, terms.pace, Rc::clone(&exchange));
        let Some(tls) = &self.edge.tls else {
            let since = exchange.idle_since();
            return Some(Connection::new(Socket::Clear(io), exchange, terms, since));
        };
        let now_s = self.clock.now().timestamp();
        if network.is_some_and(|network| self.edge.handshakes.admit(network, now_s).is_err()) {
            refuse("often");
            return None;
        }
        // On the heap: it takes more room than the connection itself.
        let shaken = tokio::select! {
            shaken = timeout(terms.head_time, Box::pin(shake(tls, io))) => shaken,
            () = poll_fn(|cx| if exchange.seat.is_sent_away(cx) { Poll::Ready(()) } else { Poll::Pending }) => return None,
            () = self.ending.notified() => return None,
        };
        match shaken {
            Ok(Ok(Shaken::Tls(io))) => Some(Connection::new(io, exchange, terms, Instant::now())),
            Ok(Ok(Shaken::InClear(io))) => {
                refuse("clear");
                Some(Connection::in_clear(io, exchange, terms, Instant::now()))
            }
            Ok(Err(error)) => {
                tracing::debug!(%error, "a handshake failed");
                // Whoever hangs up is nobody's trouble: browsers open connections that they then don't need.
                if was_refused(&error) {
                    refuse("certificate");
                } else if error.kind() == io::ErrorKind::InvalidData {
                    refuse("tls");
                }
                None
            }
            Err(_elapsed) => {
                refuse("time");
                None
            }
        }
    }
}

enum Shaken {
    Tls(Socket),
    InClear(Paced),
}

async fn shake(tls: &ServerTls, io: Paced) -> io::Result<Shaken> {
    // No greeting of TLS begins with a letter, and every request does.
    if io.first_byte().await?.is_some_and(|byte| byte.is_ascii_uppercase()) {
        return Ok(Shaken::InClear(io));
    }
    let mut stream = tls.accept(io.within(MAX_GREETING), UNSENT).await?;
    stream.get_mut().0.lift();
    Ok(Shaken::Tls(Socket::Tls(Box::new(stream))))
}

fn refuse(cause: Cause) {
    metrics::counter!("http_handshakes_refused_total", "cause" => cause).increment(1);
}
