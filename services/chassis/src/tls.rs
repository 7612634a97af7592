//! TLS as a client speaks it: whom this process trusts and what it shows, read from files, and again when they change.

use std::{
    fs, io,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use rustls::{
    ClientConfig, RootCertStore,
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, PrivateKeyDer, ServerName, pem::PemObject as _},
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::{TlsConnector, client::TlsStream};

use crate::config::Env;

/// Where the certificates lie, as PEM.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TlsFiles {
    /// The authorities whose certificates are believed; none: those that Mozilla publishes, as old as this binary.
    pub authorities: Option<PathBuf>,
    /// What is shown to a server that asks who calls.
    pub own: Option<OwnFiles>,
}

/// A certificate, with those between it and its authority, and its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnFiles {
    /// The chain, the own certificate first.
    pub certificate: PathBuf,
    /// The key of the first.
    pub key: PathBuf,
}

/// The names of the settings that say where the certificates of one connection lie.
#[derive(Debug, Clone, Copy)]
pub struct TlsSettings {
    /// Of [`TlsFiles::authorities`].
    pub authorities: &'static str,
    /// Of [`OwnFiles::certificate`] and [`OwnFiles::key`]; none where nobody asks for a certificate.
    pub own: Option<[&'static str; 2]>,
}

impl TlsSettings {
    fn all(self) -> impl Iterator<Item = &'static str> {
        [self.authorities].into_iter().chain(self.own.into_iter().flatten())
    }
}

/// The certificates cannot be used. Names the file, never what is in it.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// It is not there, or no PEM, or holds nothing of its kind.
    #[error("{} cannot be read: {source}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: rustls::pki_types::pem::Error,
    },
    /// It holds no certificate of an authority.
    #[error("{} holds no certificate that can be trusted", .0.display())]
    NoAuthority(PathBuf),
    /// The key is of another certificate, or of a kind that is not spoken.
    #[error("{} and {} do not belong together: {source}", certificate.display(), key.display())]
    Own {
        /// The chain.
        certificate: PathBuf,
        /// The key.
        key: PathBuf,
        /// Why.
        source: rustls::Error,
    },
    /// The files changed at the moment of the look.
    #[error("{} cannot be looked at: {source}", path.display())]
    Look {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// One side of TLS connections, to servers whose certificates must bear the name that was asked for.
///
/// Clones share what was read. Each new connection looks whether the files have changed: it takes what is there then,
/// and what was good before where that cannot be used, such as a certificate whose new key is not written yet.
#[derive(Clone)]
pub struct ClientTls(Arc<Inner>);

struct Inner {
    files: TlsFiles,
    read: Mutex<Read>,
}

struct Read {
    stamps: Vec<Stamp>,
    config: Arc<ClientConfig>,
}

/// What differs between a file and its successor.
#[derive(Debug, PartialEq, Eq)]
struct Stamp {
    file: (u64, u64, u64),
    changed: [(i64, i64); 2],
}

impl std::fmt::Debug for ClientTls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ClientTls").field(&self.0.files).finish()
    }
}

/// Two are equal that read the same files.
impl PartialEq for ClientTls {
    fn eq(&self, other: &Self) -> bool {
        self.0.files == other.0.files
    }
}

impl Eq for ClientTls {}

impl ClientTls {
    /// Reads the files.
    pub fn new(files: TlsFiles) -> Result<Self, TlsError> {
        let read = Read { stamps: stamps(&files)?, config: Arc::new(client_config(&files)?) };
        Ok(Self(Arc::new(Inner { files, read: Mutex::new(read) })))
    }

    /// Whoever is on Mozilla's list is believed, and nothing is shown.
    #[expect(clippy::missing_panics_doc, reason = "there is no file that could be wrong")]
    pub fn public() -> Self {
        Self::new(TlsFiles::default()).expect("there is no file that could be wrong")
    }

    /// Where its settings say that the certificates lie. What cannot be used is noted under the setting's name.
    pub fn from_env(env: &mut Env, names: TlsSettings) -> Option<Self> {
        let authorities = env.optional(names.authorities);
        let own = match names.own.map_or(Ok(None), |names| own_files(env, names)) {
            Ok(own) => own,
            Err([missing, beside]) => {
                env.problem(missing, format!("is missing beside {beside}"));
                return None;
            }
        };
        let files = TlsFiles { authorities, own };
        match Self::new(files.clone()) {
            Ok(tls) => Some(tls),
            Err(error) => {
                env.problem(blamed(&error, &files, names), error.to_string());
                None
            }
        }
    }

    /// Notes each of these settings that is given although nothing reads it: somebody believes in TLS that is not there.
    pub fn refuse_unused(env: &mut Env, names: TlsSettings, because: &str) {
        for name in names.all() {
            if env.optional::<String>(name).is_some() {
                env.problem(name, because);
            }
        }
    }

    /// The rules for a new connection, of the files as they are now.
    pub fn config(&self) -> Arc<ClientConfig> {
        let mut read = self.0.read.lock().unwrap_or_else(PoisonError::into_inner);
        match stamps(&self.0.files) {
            Ok(now) if now == read.stamps => {}
            // Remembered before it is read: what changes in the meantime is read the next time.
            Ok(now) => {
                read.stamps = now;
                match client_config(&self.0.files) {
                    Ok(config) => {
                        read.config = Arc::new(config);
                        metrics::counter!("tls_files_read_total", "outcome" => "used").increment(1);
                        tracing::info!(files = ?self.0.files, "certificates have changed and were read again");
                    }
                    Err(error) => keep(&error),
                }
            }
            Err(error) => {
                // Told once, and read again whatever comes back.
                if !std::mem::take(&mut read.stamps).is_empty() {
                    keep(&error);
                }
            }
        }
        Arc::clone(&read.config)
    }

    /// Shakes hands with a server that must be `host`: a DNS name or an address that its certificate bears.
    pub async fn connect<S: AsyncRead + AsyncWrite + Unpin>(&self, host: &str, socket: S) -> io::Result<TlsStream<S>> {
        let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
        TlsConnector::from(self.config()).connect(name, socket).await
    }
}

fn keep(error: &TlsError) {
    metrics::counter!("tls_files_read_total", "outcome" => "refused").increment(1);
    tracing::warn!(
        error = error as &dyn std::error::Error,
        "certificates have changed and cannot be used; those before stay"
    );
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

fn client_config(files: &TlsFiles) -> Result<ClientConfig, TlsError> {
    let config = ClientConfig::builder_with_provider(provider())
        .with_safe_default_protocol_versions()
        .expect("the provider speaks TLS 1.2 and 1.3")
        .with_root_certificates(trusted(files.authorities.as_deref())?);
    let Some(own) = &files.own else { return Ok(config.with_no_client_auth()) };
    let read = |path: &Path, source| TlsError::Read { path: path.to_owned(), source };
    let key = PrivateKeyDer::from_pem_file(&own.key).map_err(|source| read(&own.key, source))?;
    config.with_client_auth_cert(certificates(&own.certificate)?, key).map_err(|source| TlsError::Own {
        certificate: own.certificate.clone(),
        key: own.key.clone(),
        source,
    })
}

fn trusted(authorities: Option<&Path>) -> Result<RootCertStore, TlsError> {
    let mut roots = RootCertStore::empty();
    let Some(path) = authorities else {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        return Ok(roots);
    };
    let (usable, _unusable) = roots.add_parsable_certificates(certificates(path)?);
    if usable == 0 { Err(TlsError::NoAuthority(path.to_owned())) } else { Ok(roots) }
}

/// All certificates of a file, at least one.
fn certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsError> {
    let read = |source| TlsError::Read { path: path.to_owned(), source };
    let found = CertificateDer::pem_file_iter(path).map_err(read)?.collect::<Result<Vec<_>, _>>().map_err(read)?;
    if found.is_empty() { Err(read(rustls::pki_types::pem::Error::NoItemsFound)) } else { Ok(found) }
}

fn stamps(files: &TlsFiles) -> Result<Vec<Stamp>, TlsError> {
    let own = files.own.iter().flat_map(|own| [&own.certificate, &own.key]);
    files
        .authorities
        .iter()
        .chain(own)
        .map(|path| {
            let found = fs::metadata(path).map_err(|source| TlsError::Look { path: path.clone(), source })?;
            let changed = [(found.mtime(), found.mtime_nsec()), (found.ctime(), found.ctime_nsec())];
            Ok(Stamp { file: (found.dev(), found.ino(), found.size()), changed })
        })
        .collect()
}

/// Both or none of them, or which one is missing beside which.
fn own_files(env: &mut Env, [certificate, key]: [&'static str; 2]) -> Result<Option<OwnFiles>, [&'static str; 2]> {
    match (env.optional(certificate), env.optional(key)) {
        (Some(certificate), Some(key)) => Ok(Some(OwnFiles { certificate, key })),
        (None, None) => Ok(None),
        (Some::<PathBuf>(_), None) => Err([key, certificate]),
        (None, Some(_)) => Err([certificate, key]),
    }
}

/// The setting whose file an error is about.
fn blamed(error: &TlsError, files: &TlsFiles, names: TlsSettings) -> &'static str {
    let ([certificate, key], Some(own)) = (names.own.unwrap_or([names.authorities; 2]), &files.own) else {
        return names.authorities;
    };
    match error {
        TlsError::Own { .. } => key,
        TlsError::Read { path, .. } | TlsError::Look { path, .. } if *path == own.certificate => certificate,
        TlsError::Read { path, .. } | TlsError::Look { path, .. } if *path == own.key => key,
        TlsError::Read { .. } | TlsError::Look { .. } | TlsError::NoAuthority(_) => names.authorities,
    }
}
