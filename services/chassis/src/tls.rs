//! TLS, from files that are read again when they change: towards servers of other people ([`ClientTls`]), and between
//! our own processes, which both prove who they are ([`ProcessTls`]), and for browsers ([`ServerTls`]).

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use rustls::{
    RootCertStore,
    crypto::{CryptoProvider, ring},
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
};

use crate::config::Env;

mod client;
mod process;
mod reread;
mod server;

pub use client::ClientTls;
pub use process::{ProcessTls, spiffe};
pub use server::{ServerTls, was_refused};
pub use tokio_rustls::server::TlsStream as ServerStream;

/// Where the certificates lie, as PEM.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TlsFiles {
    /// The authorities whose certificates are believed; none: those that Mozilla publishes, as old as this binary.
    pub authorities: Option<PathBuf>,
    /// What is shown to the other side.
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

impl OwnFiles {
    fn wrong(&self, source: rustls::Error) -> TlsError {
        TlsError::Own { certificate: self.certificate.clone(), key: self.key.clone(), source }
    }
}

/// The names of the settings that say where the certificates of one connection lie.
#[derive(Debug, Clone, Copy)]
pub struct TlsSettings {
    /// Of [`TlsFiles::authorities`]; none where nobody has to be believed.
    pub authorities: Option<&'static str>,
    /// Of [`OwnFiles::certificate`] and [`OwnFiles::key`]; none where nobody asks for a certificate.
    pub own: Option<[&'static str; 2]>,
}

impl TlsSettings {
    /// Notes each of these settings that is given although nothing reads it: somebody believes in TLS that is not there.
    pub fn refuse_unused(self, env: &mut Env, because: &str) {
        for name in self.authorities.into_iter().chain(self.own.into_iter().flatten()) {
            if env.optional::<String>(name).is_some() {
                env.problem(name, because);
            }
        }
    }

    /// Where the files lie. A certificate without its key, or the other way round, is noted.
    fn files(self, env: &mut Env) -> Option<TlsFiles> {
        let authorities = self.authorities.and_then(|name| env.optional(name));
        let Some([certificate, key]) = self.own else { return Some(TlsFiles { authorities, own: None }) };
        env.guard(key);
        let (missing, beside) = match (env.optional(certificate), env.optional(key)) {
            (Some(certificate), Some(key)) => {
                return Some(TlsFiles { authorities, own: Some(OwnFiles { certificate, key }) });
            }
            (None, None) => return Some(TlsFiles { authorities, own: None }),
            (Some::<PathBuf>(_), None) => (key, certificate),
            (None, Some(_)) => (certificate, key),
        };
        env.problem(missing, format!("is missing beside {beside}"));
        None
    }

    /// Notes what is wrong with the files under the setting that names the one that is.
    fn blame(self, env: &mut Env, files: &TlsFiles, error: &TlsError) {
        let name = match (self.own, &files.own, error) {
            (Some([_, key]), _, TlsError::Own { .. }) => key,
            (Some([certificate, _]), _, TlsError::Name { .. }) => certificate,
            (Some([certificate, _]), Some(own), TlsError::Read { path, .. } | TlsError::Look { path, .. })
                if *path == own.certificate =>
            {
                certificate
            }
            (Some([_, key]), Some(own), TlsError::Read { path, .. } | TlsError::Look { path, .. })
                if *path == own.key =>
            {
                key
            }
            (own, ..) => self.authorities.or(own.map(|[certificate, _]| certificate)).unwrap_or_default(),
        };
        env.problem(name, error.to_string());
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
    /// The certificate is another process's, or nobody's.
    #[error("{} is not the certificate of {expected}: it names {}", path.display(), named.as_deref().unwrap_or("no process"))]
    Name {
        /// The chain.
        path: PathBuf,
        /// The name that it should bear.
        expected: String,
        /// The name that it bears.
        named: Option<String>,
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

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
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

fn key(path: &Path) -> Result<PrivateKeyDer<'static>, TlsError> {
    PrivateKeyDer::from_pem_file(path).map_err(|source| TlsError::Read { path: path.to_owned(), source })
}
