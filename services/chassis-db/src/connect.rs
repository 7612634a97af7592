//! One PostgreSQL connection with our settings, for the pool and for the relay.

use std::time::Duration;

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::AsyncPgConnection;
use tokio_postgres::NoTls;

use crate::config::DbConfig;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Opens connections to one database.
#[derive(Debug, Clone)]
pub struct Connector {
    postgres: tokio_postgres::Config,
}

impl Connector {
    /// Reads the URL and adds our settings, as start-up options: they cost no round trip and a `RESET` keeps them.
    pub fn new(config: &DbConfig, application: &str) -> Result<Self, tokio_postgres::Error> {
        let mut postgres: tokio_postgres::Config = config.url.expose().parse()?;
        // Many short statements at once: to start helpers for one, or to compile it, costs more than it saves.
        let mut options = format!(
            "-c max_parallel_workers_per_gather=0 -c jit=off \
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
        postgres
            .options(options)
            .application_name(application)
            .connect_timeout(CONNECT_TIMEOUT)
            .keepalives_idle(Duration::from_secs(30))
            .tcp_user_timeout(Duration::from_secs(10));
        Ok(Self { postgres })
    }

    /// Opens one connection. tokio-postgres itself sets `TCP_NODELAY` on it.
    pub async fn open(&self) -> ConnectionResult<AsyncPgConnection> {
        let (client, connection) = self
            .postgres
            .connect(NoTls)
            .await
            .map_err(|error| ConnectionError::CouldntSetupConfiguration(connect_error(&error)))?;
        AsyncPgConnection::try_from_client_and_connection(client, connection).await
    }
}

/// Keeps the whole chain of causes: "error connecting to server" alone helps nobody.
fn connect_error(error: &tokio_postgres::Error) -> diesel::result::Error {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    diesel::result::Error::DatabaseError(diesel::result::DatabaseErrorKind::UnableToSendCommand, Box::new(text))
}
