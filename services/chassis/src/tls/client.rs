//! TLS towards servers of other people: whom this process trusts, and what it shows.

use std::{io, sync::Arc};

use rustls::{ClientConfig, pki_types::ServerName};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::{TlsConnector, client::TlsStream};

use super::{TlsError, TlsFiles, TlsSettings, certificates, key, provider, reread::Reread, trusted};
use crate::config::Env;

/// One side of TLS connections, to servers whose certificates must bear the name that was asked for.
///
/// Clones share what was read. Each new connection looks whether the files have changed: it takes what is there then,
/// and what was good before where that cannot be used, such as a certificate whose new key is not written yet.
#[derive(Clone)]
pub struct ClientTls(Arc<Reread<Arc<ClientConfig>>>);

impl std::fmt::Debug for ClientTls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ClientTls").field(self.0.files()).finish()
    }
}

/// Two are equal that read the same files.
impl PartialEq for ClientTls {
    fn eq(&self, other: &Self) -> bool {
        self.0.files() == other.0.files()
    }
}

impl Eq for ClientTls {}

impl ClientTls {
    /// Reads the files.
    pub fn new(files: TlsFiles) -> Result<Self, TlsError> {
        Ok(Self(Arc::new(Reread::new(files, |files| client_config(files).map(Arc::new))?)))
    }

    /// Whoever is on Mozilla's list is believed, and nothing is shown.
    #[expect(clippy::missing_panics_doc, reason = "there is no file that could be wrong")]
    pub fn public() -> Self {
        Self::new(TlsFiles::default()).expect("there is no file that could be wrong")
    }

    /// Where its settings say that the certificates lie. What cannot be used is noted under the setting's name.
    pub fn from_env(env: &mut Env, names: TlsSettings) -> Option<Self> {
        let files = names.files(env)?;
        Self::new(files.clone()).map_err(|error| names.blame(env, &files, &error)).ok()
    }

    /// The rules for a new connection, of the files as they are now.
    pub fn config(&self) -> Arc<ClientConfig> {
        self.0.get()
    }

    /// Shakes hands with a server that must be `host`: a DNS name or an address that its certificate bears.
    pub async fn connect<S: AsyncRead + AsyncWrite + Unpin>(&self, host: &str, socket: S) -> io::Result<TlsStream<S>> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        TlsConnector::from(self.config()).connect(name, socket).await
    }
}

fn client_config(files: &TlsFiles) -> Result<ClientConfig, TlsError> {
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .expect("the provider speaks TLS 1.2 and 1.3")
        .with_root_certificates(trusted(files.authorities.as_deref())?);
    let Some(own) = &files.own else { return Ok(config.with_no_client_auth()) };
    config.with_client_auth_cert(certificates(&own.certificate)?, key(&own.key)?).map_err(|source| own.wrong(source))
}
