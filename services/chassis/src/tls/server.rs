//! TLS towards callers who show no certificate themselves: browsers, and proxies in front.

use std::{io, sync::Arc};

use rustls::{ServerConfig, crypto::ring::Ticketer, server::NoServerSessionStorage};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use super::{OwnFiles, TlsError, TlsFiles, TlsSettings, certificates, key, provider, reread::Reread};
use crate::config::Env;

const HTTP1: &[u8] = b"http/1.1";

/// The server's side of TLS connections over which HTTP/1.1 is spoken.
///
/// Clones share what was read, and read again as [`ClientTls`](super::ClientTls) does. A caller who has been here before
/// brings a ticket that saves both sides most of the handshake; those of before the files changed are not taken.
#[derive(Clone)]
pub struct ServerTls(Arc<Reread<Arc<ServerConfig>>>);

impl std::fmt::Debug for ServerTls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ServerTls").field(self.0.files()).finish()
    }
}

impl ServerTls {
    /// Reads the files.
    pub fn new(own: OwnFiles) -> Result<Self, TlsError> {
        let files = TlsFiles { authorities: None, own: Some(own.clone()) };
        Ok(Self(Arc::new(Reread::new(files, move |_| server_config(&own).map(Arc::new))?)))
    }

    /// Where its settings say that the certificate lies; none where they do not. What cannot be used is noted under the
    /// setting's name.
    pub fn from_env(env: &mut Env, names: TlsSettings) -> Option<Self> {
        let files = names.files(env)?;
        let own = files.own.clone()?;
        Self::new(own).map_err(|error| names.blame(env, &files, &error)).ok()
    }

    /// Shakes hands with a caller. Of what is then sent, `unsent` bytes at most wait here until the socket takes them.
    pub async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        socket: S,
        unsent: usize,
    ) -> io::Result<TlsStream<S>> {
        let acceptor = TlsAcceptor::from(self.0.get());
        acceptor.accept_with(socket, |connection| connection.set_buffer_limit(Some(unsent))).await
    }
}

/// Whether a handshake ended because the other side did not believe our certificate, or wants something else of us: it
/// has said so.
pub fn was_refused(error: &io::Error) -> bool {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    matches!(inner, Some(rustls::Error::AlertReceived(_)))
}

fn server_config(own: &OwnFiles) -> Result<ServerConfig, TlsError> {
    let wrong = |source| own.wrong(source);
    let mut config = ServerConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .map_err(wrong)?
        .with_no_client_auth()
        .with_single_cert(certificates(&own.certificate)?, key(&own.key)?)
        .map_err(wrong)?;
    config.alpn_protocols = vec![HTTP1.to_vec()];
    // A caller keeps what it needs to go on; here nothing is kept.
    config.ticketer = Ticketer::new().map_err(wrong)?;
    config.session_storage = Arc::new(NoServerSessionStorage {});
    Ok(config)
}
