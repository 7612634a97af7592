//! The HTTP server: workers, and what every connection of theirs passes.

use std::{io, net::TcpListener, rc::Rc, sync::Arc, time::Duration};

use actix_http::{HttpService, error::DispatchError};
use actix_server::Server;
use actix_service::{IntoServiceFactory as _, ServiceFactoryExt as _, fn_service, map_config};
use actix_web::dev::AppConfig;
use socket2::SockRef;
use tokio::{net::TcpStream, sync::Semaphore, time::Instant};

use crate::{
    app,
    edge::{
        connection::{Connection, Terms},
        exchange::Exchange,
        handshake::Door,
        refusal::Refusals,
    },
    network,
    worker::Worker,
};

/// Bytes that the kernel keeps for one connection until they are read: beyond it, whoever reads too slowly is noticed.
/// It is doubled by the kernel, and allows 2 MB/s to somebody 100 ms away.
const SEND_BUFFER: usize = 128 * 1024;
/// Bytes of these that are not on their way yet: nobody who reads nothing has the kernel keep much more.
const UNSENT: u32 = 32 * 1024;
/// Bytes that the kernel keeps of what a connection has sent and nobody has read yet. It is doubled by the kernel, and
/// allows 600 KB/s from somebody 100 ms away.
const RECEIVE_BUFFER: usize = 64 * 1024;
/// How long a closing connection may take.
const LINGER: Duration = Duration::from_secs(1);

/// Serves at `listener` with so many workers, each of `worker`'s making. When it is stopped gracefully, requests that are
/// being answered have `drain` to end.
pub fn start(
    listener: TcpListener,
    workers: usize,
    drain: Duration,
    worker: impl Fn() -> Worker + Clone + Send + 'static,
) -> io::Result<Server> {
    // Connections inherit it; once they are there, they have told the other side of a larger one.
    SockRef::from(&listener).set_recv_buffer_size(RECEIVE_BUFFER)?;
    let server = Server::build().workers(workers).disable_signals().shutdown_timeout(drain.as_secs());
    let ending = server.graceful_shutdown_signal();
    let server = server.listen("http", listener, move || {
        let (worker, ending) = (worker(), ending.clone());
        let (connections, web) = (Arc::clone(&worker.edge.connections), Arc::clone(&worker.web));
        let terms = Rc::new(Terms {
            pace: worker.edge.pace,
            head_time: worker.edge.head_time,
            refusals: Refusals::new(&worker.headers, worker.clock.clone()),
            early: Arc::new(Semaphore::new(1)),
            long_heads: Arc::clone(&worker.edge.long_heads),
        });
        let door =
            Rc::new(Door { edge: Arc::clone(&worker.edge), clock: Arc::clone(&worker.clock), ending: ending.clone() });
        let app = app::build(worker).into_factory().map_err(|error: actix_web::Error| error.error_response());
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let ending = ending.clone();
                async move { ending.notified().await }
            })
            // The connection itself ends the wait for a head: of every request, not of the first alone.
            .client_request_timeout(Duration::ZERO)
            .client_disconnect_timeout(LINGER)
            .on_connect_ext(|connection: &Connection, data| {
                data.insert(connection.exchange());
            })
            .h1(map_config(app, |()| AppConfig::default()));
        fn_service(move |io: TcpStream| {
            let (peer, now) = (io.peer_addr().ok(), Instant::now());
            let network = peer.and_then(|peer| network::of_peer(peer.ip(), &web.trusted_proxies));
            let seat = connections.enter(network, now);
            let (terms, door) = (Rc::clone(&terms), Rc::clone(&door));
            async move {
                // Nothing is said: that would cost more than the connection did.
                let refused = || DispatchError::Io(io::ErrorKind::ConnectionRefused.into());
                let seat = seat.ok_or_else(refused)?;
                if let Err(error) = tune(&io, &terms) {
                    tracing::debug!(%error, "a connection could not be set up as it should be");
                }
                let connection = door.open(io, Exchange::new(seat, now), terms, network).await.ok_or_else(refused)?;
                Ok((connection, peer))
            }
        })
        .and_then(http)
    })?;
    Ok(server.run())
}

fn tune(io: &TcpStream, terms: &Terms) -> io::Result<()> {
    io.set_nodelay(true)?;
    let socket = SockRef::from(io);
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.set_tcp_notsent_lowat(UNSENT)?;
    // Whoever does not confirm a single byte for so long is gone, or takes no more.
    socket.set_tcp_user_timeout(Some(2 * terms.pace.window))
}
