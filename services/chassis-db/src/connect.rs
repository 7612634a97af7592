//! One PostgreSQL connection with our settings, for the pool and for the relay.

use std::{
    future::poll_fn,
    hash::{BuildHasher as _, RandomState},
    io,
    net::SocketAddr,
    ops::{Deref, DerefMut},
    path::Path,
    sync::Arc,
    time::Duration,
};

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::{AsyncConnection as _, AsyncPgConnection};
use pishkhan_chassis::tls::ClientTls;
use tokio_postgres::{
    Client, Connection, NoTls, SimpleQueryMessage,
    config::{Host, LoadBalanceHosts, TargetSessionAttrs},
    tls::NoTlsStream,
};
use tokio_util::task::TaskTracker;

use crate::{
    config::DbConfig,
    line::{Counting, HangUp, Line, millis},
    server::Server,
    socket::{self, Place, Proof, Socket},
    wire::{Meter, Traffic, Watched},
};

const DEFAULT_PORT: u16 = 5432;

/// Opens connections to one database.
#[derive(Debug, Clone)]
pub struct Connector {
    postgres: tokio_postgres::Config,
    tls: Option<ClientTls>,
    statement_timeout: Duration,
    meter: Arc<Meter>,
}

/// A connection and what is under way on it.
pub struct Conn {
    // Dropped first: the client says goodbye, then the line is cut if it was in the middle of something.
    pg: AsyncPgConnection,
    hang_up: HangUp,
}

impl Conn {
    /// What is under way.
    pub fn line(&self) -> &Arc<Line> {
        &self.hang_up.0
    }

    /// The connection alone, which is closed in order however it is dropped.
    pub fn into_inner(self) -> AsyncPgConnection {
        let Self { pg, hang_up } = self;
        hang_up.let_go();
        pg
    }
}

impl Deref for Conn {
    type Target = AsyncPgConnection;

    fn deref(&self) -> &AsyncPgConnection {
        &self.pg
    }
}

impl DerefMut for Conn {
    fn deref_mut(&mut self) -> &mut AsyncPgConnection {
        &mut self.pg
    }
}

impl Connector {
    /// Reads the URL and adds our settings, as start-up options: they cost no round trip and a `RESET` keeps them.
    pub fn new(config: &DbConfig, application: &str) -> Result<Self, tokio_postgres::Error> {
        let mut postgres: tokio_postgres::Config = config.url.expose().parse()?;
        // Many short statements at once: to start helpers for one, or to compile it, costs more than it saves. And the
        // server looks whether we still are there while it works: a process that was killed cancels nothing.
        let mut options = format!(
            "-c max_parallel_workers_per_gather=0 -c jit=off -c client_connection_check_interval=1000 \
             -c statement_timeout={} -c lock_timeout={} -c idle_in_transaction_session_timeout=30000",
            config.statement_timeout.as_millis(),
            config.lock_timeout.as_millis(),
        );
        if config.generic_plans {
            options.push_str(" -c plan_cache_mode=force_generic_plan");
        }
        // What the URL itself asks for comes last and wins.
        if let Some(own) = postgres.get_options() {
            options = format!("{options} {own}");
        }
        postgres.options(options).application_name(application);
        Ok(Self {
            postgres,
            tls: config.tls.clone(),
            statement_timeout: config.statement_timeout,
            meter: Arc::default(),
        })
    }

    /// What has gone over all its connections.
    pub fn traffic(&self) -> Traffic {
        self.meter.read()
    }

    /// The same under another name in the server's lists.
    #[must_use]
    pub fn named(&self, application: &str) -> Self {
        let mut named = self.clone();
        named.postgres.application_name(application);
        named
    }

    /// Opens one connection, to the first of the URL's servers that takes it.
    pub async fn open(&self) -> ConnectionResult<Conn> {
        socket::first(self.servers().await?, |server| Box::pin(self.open_at(server)), |error| refused(&error)).await
    }

    /// Opens a connection that hears what is said to it unasked. Whoever asks over it has to drive it.
    pub async fn open_for_notices(&self) -> ConnectionResult<(Client, Connection<Socket, NoTlsStream>)> {
        socket::first(
            self.servers().await?,
            |server| Box::pin(self.open_for_notices_at(server)),
            |error| refused(&error),
        )
        .await
    }

    /// Every address behind the URL's hosts.
    async fn servers(&self) -> ConnectionResult<Vec<Server>> {
        let (hosts, addresses) = (self.postgres.get_hosts(), self.postgres.get_hostaddrs());
        let ports = self.postgres.get_ports();
        let mut servers = Vec::new();
        for index in 0..hosts.len().max(addresses.len()) {
            let port = ports.get(index).or_else(|| ports.first()).copied().unwrap_or(DEFAULT_PORT);
            match (addresses.get(index), hosts.get(index)) {
                (None, Some(Host::Unix(folder))) => {
                    servers.push(Server { place: Place::Unix(socket_file(folder, port)), proof: None });
                }
                (Some(address), host) => {
                    let named = match host {
                        Some(Host::Tcp(name)) => name.clone(),
                        Some(Host::Unix(_)) | None => address.to_string(),
                    };
                    servers.push(self.server_at((*address, port).into(), &named));
                }
                (None, Some(Host::Tcp(name))) => {
                    let found = tokio::net::lookup_host((name.as_str(), port)).await;
                    match found {
                        Ok(found) => servers.extend(found.map(|address| self.server_at(address, name))),
                        Err(error) if hosts.len() == 1 => return Err(refused(&error)),
                        Err(error) => tracing::warn!(host = name, %error, "a database host cannot be resolved"),
                    }
                }
                (None, None) => {}
            }
        }
        if self.postgres.get_load_balance_hosts() == LoadBalanceHosts::Random {
            let order = RandomState::new();
            servers.sort_by_cached_key(|server| order.hash_one(format!("{:?}", server.place)));
        }
        Ok(servers)
    }

    fn server_at(&self, address: SocketAddr, host: &str) -> Server {
        let proof = self.tls.clone().map(|tls| Proof { tls, host: host.to_owned() });
        Server { place: Place::Tcp(address), proof }
    }

    async fn open_at(&self, server: Server) -> ConnectionResult<Conn> {
        let line = Line::new(server.clone(), self.statement_timeout, Arc::clone(&self.meter));
        let socket = server.open().await.map_err(|error| refused(&error))?;
        let watched = Watched::new(socket, Arc::clone(&line));
        // TLS, where there is any, lies below what is watched.
        let (client, connection) = self.postgres.connect_raw(watched, NoTls).await.map_err(|error| refused(&error))?;
        // Ends by itself with the client, or with the line; nothing is lost when it is cut off, so nobody waits for it.
        TaskTracker::new().spawn(Arc::clone(&line).drive(connection));
        line.set_canceller(client.cancel_token());
        let hang_up = HangUp(line);
        self.check_role(&client).await?;
        let mut pg = AsyncPgConnection::try_from(client).await?;
        pg.set_instrumentation(Counting(Arc::clone(&hang_up.0)));
        Ok(Conn { pg, hang_up })
    }

    async fn open_for_notices_at(&self, server: Server) -> ConnectionResult<(Client, Connection<Socket, NoTlsStream>)> {
        let socket = server.open().await.map_err(|error| refused(&error))?;
        let opened = self.postgres.connect_raw(socket, NoTls).await;
        let (client, mut connection) = opened.map_err(|error| refused(&error))?;
        tokio::select! {
            role = self.check_role(&client) => role?,
            error = until_closed(&mut connection) => return Err(refused(&error)),
        }
        Ok((client, connection))
    }

    /// Refuses a standby or a primary, where the URL asks for the other.
    async fn check_role(&self, client: &Client) -> ConnectionResult<()> {
        let wanted = match self.postgres.get_target_session_attrs() {
            TargetSessionAttrs::ReadWrite => "off",
            TargetSessionAttrs::ReadOnly => "on",
            TargetSessionAttrs::Any | _ => return Ok(()),
        };
        let answer = client.simple_query("SHOW transaction_read_only").await.map_err(|error| refused(&error))?;
        let is = answer.iter().find_map(|message| {
            let SimpleQueryMessage::Row(row) = message else { return None };
            row.get(0)
        });
        if is == Some(wanted) { Ok(()) } else { Err(refused(&io::Error::other("the server has the other role"))) }
    }
}

fn socket_file(folder: &Path, port: u16) -> std::path::PathBuf {
    folder.join(format!(".s.PGSQL.{port}"))
}

/// Drives a connection over which nothing is awaited yet.
async fn until_closed(connection: &mut Connection<Socket, NoTlsStream>) -> io::Error {
    loop {
        match poll_fn(|context| connection.poll_message(context)).await {
            Some(Ok(_)) => {}
            Some(Err(error)) => return io::Error::other(error),
            None => return io::ErrorKind::ConnectionAborted.into(),
        }
    }
}

/// Keeps the whole chain of causes: "error connecting to server" alone helps nobody.
fn refused(error: &(dyn std::error::Error + 'static)) -> ConnectionError {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    let kind = diesel::result::DatabaseErrorKind::UnableToSendCommand;
    ConnectionError::CouldntSetupConfiguration(diesel::result::Error::DatabaseError(kind, Box::new(text)))
}

/// The statement that sets the session's time limit; zero: none.
pub fn set_statement_timeout(limit: Duration) -> String {
    format!("SET statement_timeout = {}", millis(limit))
}
