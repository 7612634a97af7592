//! Certificates for tests, made on the spot.

use std::{
    fs::Permissions,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::admin::random_suffix;
use pishkhan_chassis::{
    grpc::Transport,
    tls::{OwnFiles, ProcessTls, spiffe},
};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair, SanType, date_time_ymd,
};
use rustls::{
    RootCertStore, ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    server::WebPkiClientVerifier,
};
use tokio_rustls::TlsAcceptor;

/// An authority whom nobody trusts that is not told to.
pub struct TestAuthority {
    issuer: Issuer<'static, KeyPair>,
    pem: String,
}

/// A certificate and its key, as PEM.
#[derive(Debug, Clone)]
pub struct TestCertificate {
    /// The certificate.
    pub certificate: String,
    /// Its key.
    pub key: String,
}

impl Default for TestAuthority {
    fn default() -> Self {
        Self::new()
    }
}

impl TestAuthority {
    /// One with a key of its own.
    pub fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, format!("authority {}", random_suffix()));
        let key = KeyPair::generate().expect("a key can be made");
        let pem = params.self_signed(&key).expect("it can sign for itself").pem();
        Self { issuer: Issuer::new(params, key), pem }
    }

    /// What those are told who trust it.
    pub fn pem(&self) -> &str {
        &self.pem
    }

    /// A certificate for these DNS names and addresses.
    pub fn issue(&self, names: &[&str]) -> TestCertificate {
        self.sign(&Self::params(names))
    }

    /// The same, which was good until some years ago.
    pub fn issue_expired(&self, names: &[&str]) -> TestCertificate {
        self.sign(&expired(Self::params(names)))
    }

    /// One of ours: for `spiffe://pishkhan/PROCESS`, on `localhost`.
    pub fn issue_process(&self, process: &str) -> TestCertificate {
        self.sign(&Self::process_params(process))
    }

    /// The same, which was good until some years ago.
    pub fn issue_expired_process(&self, process: &str) -> TestCertificate {
        self.sign(&expired(Self::process_params(process)))
    }

    fn process_params(process: &str) -> CertificateParams {
        let mut params = Self::params(&["localhost"]);
        let name = spiffe(process).try_into().expect("names of processes are plain");
        params.subject_alt_names.push(SanType::URI(name));
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth, ExtendedKeyUsagePurpose::ClientAuth];
        params
    }

    fn params(names: &[&str]) -> CertificateParams {
        CertificateParams::new(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
            .expect("names are names")
    }

    fn sign(&self, params: &CertificateParams) -> TestCertificate {
        let key = KeyPair::generate().expect("a key can be made");
        let certificate = params.signed_by(&key, &self.issuer).expect("it can be signed").pem();
        TestCertificate { certificate, key: key.serialize_pem() }
    }
}

impl TestCertificate {
    /// A server that shows it, and asks callers for a certificate of `callers`, if that is somebody.
    pub fn acceptor(&self, callers: Option<&TestAuthority>) -> TlsAcceptor {
        let provider = Arc::new(ring::default_provider());
        let config = ServerConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions();
        let config = config.expect("the provider speaks TLS");
        let config = match callers {
            Some(authority) => {
                let mut roots = RootCertStore::empty();
                roots.add(der(&authority.pem)).expect("an authority can be trusted");
                let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build();
                config.with_client_cert_verifier(verifier.expect("there is an authority"))
            }
            None => config.with_no_client_auth(),
        };
        let key = PrivateKeyDer::from_pem_slice(self.key.as_bytes()).expect("it was written just now");
        let config = config.with_single_cert(vec![der(&self.certificate)], key).expect("they belong together");
        TlsAcceptor::from(Arc::new(config))
    }

    /// How a process with this certificate speaks with those of the authority; its files are written into a folder as
    /// `PROCESS.pem`, `PROCESS.key` and `PROCESS-ca.pem`.
    pub fn transport(&self, process: &str, authority: &TestAuthority, folder: &Path) -> Transport {
        std::fs::create_dir_all(folder).expect("a folder can be made");
        let name = process.replace('/', "-");
        let (certificate, key) = self.write(folder, &name);
        let authorities = folder.join(format!("{name}-ca.pem"));
        std::fs::write(&authorities, authority.pem()).expect("the folder can be written");
        let tls = ProcessTls::new(process, authorities, OwnFiles { certificate, key });
        Transport::Mutual(tls.expect("the certificate is the process's own"))
    }

    /// Writes it into a folder as `NAME.pem` and `NAME.key`, over those that are there, and returns where.
    pub fn write(&self, folder: &Path, name: &str) -> (PathBuf, PathBuf) {
        let paths = (folder.join(format!("{name}.pem")), folder.join(format!("{name}.key")));
        std::fs::write(&paths.0, &self.certificate).expect("the folder can be written");
        std::fs::write(&paths.1, &self.key).expect("the folder can be written");
        std::fs::set_permissions(&paths.1, Permissions::from_mode(0o600)).expect("it is ours");
        paths
    }
}

fn expired(mut params: CertificateParams) -> CertificateParams {
    params.not_before = date_time_ymd(2020, 1, 1);
    params.not_after = date_time_ymd(2021, 1, 1);
    params
}

fn der(pem: &str) -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(pem.as_bytes()).expect("it was written just now")
}
