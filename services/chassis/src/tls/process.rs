//! TLS between our own processes: both sides show a certificate that names them, `spiffe://pishkhan/orders`.
//!
//! A name says who a process is, wherever it runs: addresses and DNS names are not looked at (SPIFFE X.509-SVID).

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, ServerConfig, SignatureScheme,
    client::{
        Resumption,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_cert_signed_by_trust_anchor,
    },
    crypto::{WebPkiSupportedAlgorithms, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime},
    server::{NoServerSessionStorage, ParsedCertificate, WebPkiClientVerifier},
    version::TLS13,
};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::{TlsAcceptor, TlsConnector, client, server};

use super::{OwnFiles, TlsError, TlsFiles, TlsSettings, certificates, key, provider, reread::Reread, trusted};
use crate::{config::Env, passport::ISSUER_TOOL};

const TRUST_DOMAIN: &str = "spiffe://pishkhan/";
const HTTP2: &[u8] = b"h2";

/// The name in a process's certificate: `spiffe://pishkhan/orders` for `orders`.
pub fn spiffe(process: &str) -> String {
    format!("{TRUST_DOMAIN}{process}")
}

/// Both sides of the connections between our processes: TLS 1.3, HTTP/2, a certificate each.
///
/// Clones share what was read, and read again as [`ClientTls`](super::ClientTls) does. Nothing is resumed: a certificate
/// that is not good any more is not let in by what it was.
#[derive(Clone)]
pub struct ProcessTls(Arc<Reread<Sides>>);

#[derive(Clone)]
struct Sides {
    process: String,
    server: Arc<ServerConfig>,
    client: Arc<ClientConfig>,
}

impl std::fmt::Debug for ProcessTls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("ProcessTls").field(self.0.files()).finish()
    }
}

/// Two are equal that read the same files.
impl PartialEq for ProcessTls {
    fn eq(&self, other: &Self) -> bool {
        self.0.files() == other.0.files()
    }
}

impl Eq for ProcessTls {}

impl ProcessTls {
    /// Reads the files of `process`. Where `tool` is asked for they may be one tool's own: `tool/ci`.
    pub fn new(process: &str, authorities: PathBuf, own: OwnFiles) -> Result<Self, TlsError> {
        let process = process.to_owned();
        let files = TlsFiles { authorities: Some(authorities.clone()), own: Some(own.clone()) };
        Ok(Self(Arc::new(Reread::new(files, move |_| Sides::read(&process, &authorities, &own))?)))
    }

    /// Where its settings say that the certificates lie. What is missing or cannot be used is noted under the setting's
    /// name.
    pub fn from_env(env: &mut Env, names: TlsSettings, process: &str) -> Option<Self> {
        let files = names.files(env)?;
        let authorities = names.authorities.map(|name| (name, files.authorities.is_none()));
        let is_missing =
            authorities.into_iter().chain(names.own.into_iter().flatten().map(|name| (name, files.own.is_none())));
        for (name, _) in is_missing.filter(|(_, is_missing)| *is_missing) {
            env.problem(name, "is missing: TLS_MODE is mutual unless it is said");
        }
        let TlsFiles { authorities: Some(authorities), own: Some(own) } = files.clone() else { return None };
        Self::new(process, authorities, own).map_err(|error| names.blame(env, &files, &error)).ok()
    }

    /// The process that the own certificate names.
    pub fn process(&self) -> String {
        self.0.get().process
    }

    /// Shakes hands with a caller; the name of its process.
    pub async fn accept<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        socket: S,
    ) -> io::Result<(server::TlsStream<S>, String)> {
        let stream = TlsAcceptor::from(self.0.get().server).accept(socket).await?;
        let shown = stream.get_ref().1.peer_certificates().and_then(|chain| chain.first());
        let name = shown
            .and_then(process_of)
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "the certificate names no process"))?;
        Ok((stream, name))
    }

    /// Shakes hands with a server that must be `process`.
    pub async fn connect<S: AsyncRead + AsyncWrite + Unpin>(
        &self,
        process: &str,
        socket: S,
    ) -> io::Result<client::TlsStream<S>> {
        let name = ServerName::try_from(process.to_owned()).map_err(io::Error::other)?;
        TlsConnector::from(self.0.get().client).connect(name, socket).await
    }
}

impl Sides {
    fn read(process: &str, authorities: &Path, own: &OwnFiles) -> Result<Self, TlsError> {
        let roots = Arc::new(trusted(Some(authorities))?);
        let (chain, wrong) = (certificates(&own.certificate)?, |source| own.wrong(source));
        let named = chain.first().and_then(process_of);
        let Some(process) = named.clone().filter(|named| is_called(named, process)) else {
            let (path, expected) = (own.certificate.clone(), spiffe(process));
            return Err(TlsError::Name { path, expected, named: named.as_deref().map(spiffe) });
        };

        let callers = WebPkiClientVerifier::builder_with_provider(Arc::clone(&roots), provider())
            .build()
            .map_err(|_| TlsError::NoAuthority(authorities.to_owned()))?;
        let mut server = ServerConfig::builder_with_provider(provider())
            .with_protocol_versions(&[&TLS13])
            .map_err(wrong)?
            .with_client_cert_verifier(callers)
            .with_single_cert(chain.clone(), key(&own.key)?)
            .map_err(wrong)?;
        server.alpn_protocols = vec![HTTP2.to_vec()];
        server.send_tls13_tickets = 0;
        server.session_storage = Arc::new(NoServerSessionStorage {});

        let algorithms = provider().signature_verification_algorithms;
        let mut client = ClientConfig::builder_with_provider(provider())
            .with_protocol_versions(&[&TLS13])
            .map_err(wrong)?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(ProcessVerifier { roots, algorithms }))
            .with_client_auth_cert(chain, key(&own.key)?)
            .map_err(wrong)?;
        client.alpn_protocols = vec![HTTP2.to_vec()];
        client.resumption = Resumption::disabled();
        // The name of a process is no host's.
        client.enable_sni = false;
        Ok(Self { process, server: Arc::new(server), client: Arc::new(client) })
    }
}

/// `orders` of the certificate for `spiffe://pishkhan/orders`; none where it names no process, or several.
fn process_of(certificate: &CertificateDer<'_>) -> Option<String> {
    let certificate = webpki::EndEntityCert::try_from(certificate).ok()?;
    let mut names = certificate.valid_uri_names();
    let (Some(name), None) = (names.next(), names.next()) else { return None };
    name.strip_prefix(TRUST_DOMAIN).filter(|name| !name.is_empty()).map(str::to_owned)
}

fn is_called(name: &str, process: &str) -> bool {
    let below = name.strip_prefix(ISSUER_TOOL).is_some_and(|rest| rest.starts_with('/'));
    name == process || process == ISSUER_TOOL && below
}

/// Believes a server of our authorities whose certificate names the process that was asked for; all else as the library
/// does it.
#[derive(Debug)]
struct ProcessVerifier {
    roots: Arc<RootCertStore>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for ProcessVerifier {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        process: &ServerName<'_>,
        _ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let parsed = ParsedCertificate::try_from(shown)?;
        verify_server_cert_signed_by_trust_anchor(&parsed, &self.roots, intermediates, now, self.algorithms.all)?;
        let named = process_of(shown);
        if named.as_deref() == Some(&*process.to_str()) {
            return Ok(ServerCertVerified::assertion());
        }
        let presented = named.as_deref().map(spiffe).into_iter().collect();
        Err(CertificateError::NotValidForNameContext { expected: process.to_owned(), presented }.into())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signed, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signed, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}
