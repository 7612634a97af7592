//! TLS as a client speaks it, against a server of rustls.

use std::{fs, path::Path, sync::Arc};

use pishkhan_chassis::{
    config::Env,
    tls::{ClientTls, OwnFiles, TlsFiles, TlsSettings},
};
use pishkhan_testkit::{TestAuthority, TestCertificate, TestFolder};
use rustls::{
    RootCertStore, ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _},
    server::WebPkiClientVerifier,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_rustls::TlsAcceptor;

const HOST: &str = "db.example";
const NAMES: TlsSettings =
    TlsSettings { authorities: "DATABASE_CA_FILE", certificate: "DATABASE_CERT_FILE", key: "DATABASE_KEY_FILE" };

/// A server with this certificate; it asks callers for one of `callers`, if that is somebody.
fn server(certificate: &TestCertificate, callers: Option<&TestAuthority>) -> TlsAcceptor {
    let chain = vec![CertificateDer::from_pem_slice(certificate.certificate.as_bytes()).unwrap()];
    let key = PrivateKeyDer::from_pem_slice(certificate.key.as_bytes()).unwrap();
    let provider = Arc::new(ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider.clone()).with_safe_default_protocol_versions().unwrap();
    let config = match callers {
        Some(authority) => {
            let mut roots = RootCertStore::empty();
            roots.add(CertificateDer::from_pem_slice(authority.pem().as_bytes()).unwrap()).unwrap();
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build().unwrap();
            config.with_client_cert_verifier(verifier)
        }
        None => config.with_no_client_auth(),
    };
    TlsAcceptor::from(Arc::new(config.with_single_cert(chain, key).unwrap()))
}

/// Whether one call goes through and is answered: the certificate that was shown to the server, or why not.
async fn call(tls: &ClientTls, host: &str, server: &TlsAcceptor) -> Result<Option<Vec<u8>>, String> {
    let (near, far) = tokio::io::duplex(16_384);
    let answering = async {
        let mut stream = server.accept(far).await.map_err(|error| error.to_string())?;
        let shown = stream.get_ref().1.peer_certificates().map(|chain| chain[0].to_vec());
        stream.write_all(b"hello").await.map_err(|error| error.to_string())?;
        stream.shutdown().await.map_err(|error| error.to_string())?;
        Ok(shown)
    };
    let asking = async {
        let mut stream = tls.connect(host, near).await.map_err(|error| error.to_string())?;
        let mut said = String::new();
        stream.read_to_string(&mut said).await.map_err(|error| error.to_string())?;
        assert_eq!(said, "hello");
        Ok(())
    };
    let (answered, asked): (Result<_, String>, Result<(), String>) = tokio::join!(answering, asking);
    asked.and(answered)
}

fn trusting(folder: &Path, authority: &TestAuthority) -> TlsFiles {
    let path = folder.join("ca.pem");
    fs::create_dir_all(folder).unwrap();
    fs::write(&path, authority.pem()).unwrap();
    TlsFiles { authorities: Some(path), own: None }
}

fn der(certificate: &TestCertificate) -> Vec<u8> {
    CertificateDer::from_pem_slice(certificate.certificate.as_bytes()).unwrap().to_vec()
}

#[tokio::test]
async fn only_a_server_that_proves_its_name_is_spoken_to() {
    let (folder, authority, stranger) = (TestFolder::new(), TestAuthority::new(), TestAuthority::new());
    let tls = ClientTls::new(trusting(folder.path(), &authority)).unwrap();
    let good = server(&authority.issue(&[HOST, "127.0.0.1"]), None);
    assert_eq!(call(&tls, HOST, &good).await, Ok(None));
    assert_eq!(call(&tls, "127.0.0.1", &good).await, Ok(None), "an address can be certified as well");
    for (what, host, server, because) in [
        ("another name", "other.example", &good, "not valid for name"),
        ("another address", "127.0.0.2", &good, "not valid for name"),
        ("an authority nobody trusts", HOST, &server(&stranger.issue(&[HOST]), None), "UnknownIssuer"),
        ("an expired one", HOST, &server(&authority.issue_expired(&[HOST]), None), "certificate expired"),
    ] {
        let error = call(&tls, host, server).await.unwrap_err();
        assert!(error.contains(because), "{what}: {error}");
    }
    let public = ClientTls::new(TlsFiles::default()).unwrap();
    let error = call(&public, HOST, &good).await.unwrap_err();
    assert!(error.contains("UnknownIssuer"), "nobody of Mozilla's list: {error}");
}

#[tokio::test]
async fn a_server_that_asks_is_shown_the_own_certificate() {
    let (folder, authority) = (TestFolder::new(), TestAuthority::new());
    let files = trusting(folder.path(), &authority);
    let asking = server(&authority.issue(&[HOST]), Some(&authority));
    assert!(call(&ClientTls::new(files.clone()).unwrap(), HOST, &asking).await.is_err(), "there is none");
    for (certificate, is_good) in [
        (authority.issue(&["orders"]), true),
        (authority.issue_expired(&["orders"]), false),
        (TestAuthority::new().issue(&["orders"]), false),
    ] {
        let (path, key) = certificate.write(folder.path(), "own");
        let own = Some(OwnFiles { certificate: path, key });
        let tls = ClientTls::new(TlsFiles { own, ..files.clone() }).unwrap();
        let shown = call(&tls, HOST, &asking).await;
        assert_eq!(shown.is_ok(), is_good, "{shown:?}");
        assert!(!is_good || shown == Ok(Some(der(&certificate))));
    }
}

#[tokio::test]
async fn files_that_change_are_read_again_and_what_cannot_be_used_changes_nothing() {
    let (folder, [old, new]) = (TestFolder::new(), [TestAuthority::new(), TestAuthority::new()]);
    let files = trusting(folder.path(), &old);
    let first = old.issue(&["first"]);
    let (certificate, key) = first.write(folder.path(), "own");
    let ca = files.authorities.clone().unwrap();
    let tls = ClientTls::new(TlsFiles {
        own: Some(OwnFiles { certificate: certificate.clone(), key: key.clone() }),
        ..files
    });
    let tls = tls.unwrap();
    let (of_old, of_new) = (server(&old.issue(&[HOST]), Some(&old)), server(&new.issue(&[HOST]), Some(&old)));
    assert_eq!(call(&tls, HOST, &of_old).await, Ok(Some(der(&first))));
    assert!(call(&tls, HOST, &of_new).await.is_err());

    fs::write(&ca, format!("{}{}", old.pem(), new.pem())).unwrap();
    assert_eq!(call(&tls, HOST, &of_new).await, Ok(Some(der(&first))), "both are trusted from now on");

    // One after the other, as nobody can write both at once.
    let second = old.issue(&["second"]);
    fs::write(&certificate, &second.certificate).unwrap();
    assert_eq!(call(&tls, HOST, &of_old).await, Ok(Some(der(&first))), "its key is not there yet");
    fs::write(&key, &second.key).unwrap();
    assert_eq!(call(&tls, HOST, &of_old).await, Ok(Some(der(&second))));

    for broken in ["", "-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n"] {
        fs::write(&ca, broken).unwrap();
        assert!(call(&tls, HOST, &of_new).await.is_ok(), "what was good before stays");
    }
    fs::remove_file(&ca).unwrap();
    assert!(call(&tls, HOST, &of_new).await.is_ok());
    fs::write(&ca, old.pem()).unwrap();
    assert!(call(&tls, HOST, &of_new).await.is_err(), "and what is back is read");
    assert!(call(&tls, HOST, &of_old).await.is_ok());
}

#[test]
fn what_cannot_be_used_is_told_under_the_name_of_its_setting() {
    let (folder, authority) = (TestFolder::new(), TestAuthority::new());
    trusting(folder.path(), &authority);
    let [one, other] = [authority.issue(&["one"]), authority.issue(&["other"])];
    one.write(folder.path(), "one");
    other.write(folder.path(), "other");
    fs::write(folder.path().join("garbage.pem"), "nothing").unwrap();
    let problems = |settings: &[(&'static str, &str)]| {
        let settings = settings.iter().map(|(name, file)| (*name, format!("{}/{file}", folder.path().display())));
        let read = Env::from_map(settings).build(|env| ClientTls::from_env(env, NAMES));
        read.map_or_else(|errors| errors.0.iter().map(ToString::to_string).collect(), |_| String::new())
    };
    let [ca, certificate, key] = [NAMES.authorities, NAMES.certificate, NAMES.key];
    assert_eq!(problems(&[(ca, "ca.pem"), (certificate, "one.pem"), (key, "one.key")]), "");
    for (settings, begins, says) in [
        (vec![(ca, "nowhere.pem")], ca, "cannot be looked at"),
        (vec![(ca, "garbage.pem")], ca, "cannot be read"),
        (vec![(ca, "one.key")], ca, "cannot be read"),
        (vec![(certificate, "one.pem")], key, "is missing beside DATABASE_CERT_FILE"),
        (vec![(key, "one.key")], certificate, "is missing beside DATABASE_KEY_FILE"),
        (vec![(certificate, "garbage.pem"), (key, "one.key")], certificate, "cannot be read"),
        (vec![(certificate, "one.pem"), (key, "garbage.pem")], key, "cannot be read"),
        (vec![(certificate, "one.pem"), (key, "other.key")], key, "do not belong together"),
    ] {
        let told = problems(&settings);
        assert!(told.starts_with(&format!("{begins}: ")) && told.contains(says), "{settings:?}: {told}");
        assert!(!told.contains("PRIVATE KEY"), "{told}");
    }
}
