//! TLS as a client speaks it, against a server of rustls.

use std::{fs, path::Path};

use pishkhan_chassis::{
    config::Env,
    tls::{ClientTls, OwnFiles, TlsFiles, TlsSettings},
};
use pishkhan_testkit::{TestAuthority, TestCertificate, TestFolder};
use rustls::pki_types::{CertificateDer, pem::PemObject as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_rustls::TlsAcceptor;

const HOST: &str = "db.example";
const CA: &str = "DATABASE_CA_FILE";
const CERTIFICATE: &str = "DATABASE_CERT_FILE";
const KEY: &str = "DATABASE_KEY_FILE";
const NAMES: TlsSettings = TlsSettings { authorities: Some(CA), own: Some([CERTIFICATE, KEY]) };

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
    let good = authority.issue(&[HOST, "127.0.0.1"]).acceptor(None);
    assert_eq!(call(&tls, HOST, &good).await, Ok(None));
    assert_eq!(call(&tls, "127.0.0.1", &good).await, Ok(None), "an address can be certified as well");
    for (what, host, server, because) in [
        ("another name", "other.example", &good, "not valid for name"),
        ("another address", "127.0.0.2", &good, "not valid for name"),
        ("an authority nobody trusts", HOST, &stranger.issue(&[HOST]).acceptor(None), "UnknownIssuer"),
        ("an expired one", HOST, &authority.issue_expired(&[HOST]).acceptor(None), "certificate expired"),
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
    let asking = authority.issue(&[HOST]).acceptor(Some(&authority));
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
    let (of_old, of_new) = (old.issue(&[HOST]).acceptor(Some(&old)), new.issue(&[HOST]).acceptor(Some(&old)));
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
    assert_eq!(problems(&[(CA, "ca.pem"), (CERTIFICATE, "one.pem"), (KEY, "one.key")]), "");
    for (settings, begins, says) in [
        (vec![(CA, "nowhere.pem")], CA, "cannot be looked at"),
        (vec![(CA, "garbage.pem")], CA, "cannot be read"),
        (vec![(CA, "one.key")], CA, "cannot be read"),
        (vec![(CERTIFICATE, "one.pem")], KEY, "is missing beside DATABASE_CERT_FILE"),
        (vec![(KEY, "one.key")], CERTIFICATE, "is missing beside DATABASE_KEY_FILE"),
        (vec![(CERTIFICATE, "garbage.pem"), (KEY, "one.key")], CERTIFICATE, "cannot be read"),
        (vec![(CERTIFICATE, "one.pem"), (KEY, "garbage.pem")], KEY, "cannot be read"),
        (vec![(CERTIFICATE, "one.pem"), (KEY, "other.key")], KEY, "do not belong together"),
    ] {
        let told = problems(&settings);
        assert!(told.starts_with(&format!("{begins}: ")) && told.contains(says), "{settings:?}: {told}");
        assert!(!told.contains("PRIVATE KEY"), "{told}");
    }
}
