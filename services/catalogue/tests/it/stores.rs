//! One contract for both stores of pictures, and what a bucket's server may do to us.

use std::{path::PathBuf, time::Duration};

use bytes::Bytes;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use pishkhan_catalogue::{
    config::{ImagesConfig, S3Config},
    domain::picture::{ImageFile, ImageId, Width},
    images::{Folder, ImageStore, S3, Storage},
};
use pishkhan_chassis::{
    config::{Env, Secret},
    tls::ClientTls,
};
use pishkhan_testkit::{TestAuthority, TestFolder};
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use s3s_fs::FileSystem;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};
use tokio_rustls::TlsAcceptor;

fn file(digest: u8, width: Width) -> ImageFile {
    ImageFile { image_id: ImageId::of_digest([digest; 32]), width }
}

/// What either store must do.
async fn keeps_its_contract(store: &impl ImageStore) {
    let (small, large, other) = (file(1, Width::Small), file(1, Width::Large), file(2, Width::Small));
    for file in [&small, &large, &other] {
        store.delete(file).await.expect("the store does it");
        assert_eq!(store.get(file).await.expect("the store does it"), None, "nothing is there yet");
    }
    let content = Bytes::from_static(b"\xFF\xD8 not quite a picture \0\xFF\xD9");
    store.put(&small, content.clone()).await.expect("the store does it");
    assert_eq!(store.get(&small).await.expect("the store does it"), Some(content.clone()));
    assert_eq!(store.get(&large).await.expect("the store does it"), None, "each width is a file of its own");
    assert_eq!(store.get(&other).await.expect("the store does it"), None, "each picture has files of its own");

    let much = Bytes::from(vec![0xA5; 2 * 1024 * 1024]);
    store.put(&large, much.clone()).await.expect("the store does it");
    assert_eq!(store.get(&large).await.expect("the store does it"), Some(much));
    store.put(&small, content.clone()).await.expect("the store does it");
    assert_eq!(store.get(&small).await.expect("the store does it"), Some(content.clone()), "the same file again");

    let writers = (0..4).map(|_| store.put(&other, content.clone()));
    let [a, b, c, d] = writers.collect::<Vec<_>>().try_into().map_err(|_| "four").expect("the store does it");
    tokio::try_join!(a, b, c, d).expect("the store does it");
    assert_eq!(store.get(&other).await.expect("the store does it"), Some(content));

    for file in [&small, &large, &other] {
        store.delete(file).await.expect("the store does it");
        assert_eq!(store.get(file).await.expect("the store does it"), None);
        store.delete(file).await.expect("the store does it");
    }
}

#[tokio::test]
async fn a_folder_keeps_the_contract() {
    let folder = TestFolder::new();
    keeps_its_contract(&Folder::new(folder.path().to_owned())).await;
    let left =
        std::fs::read_dir(folder.path()).unwrap().flat_map(|shelf| std::fs::read_dir(shelf.unwrap().path()).unwrap());
    assert_eq!(left.count(), 0, "no file and no unfinished one is left");
    let opened = Storage::open(ImagesConfig::Folder(folder.path().join("a/new/one"))).unwrap();
    keeps_its_contract(&opened).await;
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_to_is_told_at_once() {
    let folder = TestFolder::new();
    std::fs::create_dir_all(folder.path()).unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let error = Storage::open(ImagesConfig::Folder(file.join("below"))).unwrap_err().to_string();
    assert!(error.contains("below"), "{error}");
}

const BUCKET: &str = "pictures";
const KEY: &str = "pishkhan-test";
const SECRET: &str = "not-a-secret";

/// An S3-compatible server with one bucket, which checks signatures. Returns its address.
async fn bucket_server(data: PathBuf, tls: Option<TlsAcceptor>) -> String {
    std::fs::create_dir_all(data.join(BUCKET)).expect("the folder can be written");
    let mut builder = S3ServiceBuilder::new(FileSystem::new(data).expect("the folder is there"));
    builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
    let service = builder.build();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("the loopback works");
    let address = listener.local_addr().expect("the loopback works");
    let scheme = if tls.is_some() { "https" } else { "http" };
    let serve = async move {
        loop {
            let (stream, _) = listener.accept().await.expect("the loopback works");
            let stream: Box<dyn Wire> = match &tls {
                // A caller that does not believe the certificate goes away.
                Some(tls) => match tls.accept(stream).await {
                    Ok(stream) => Box::new(stream),
                    Err(_) => continue,
                },
                None => Box::new(stream),
            };
            let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone());
            #[expect(clippy::disallowed_methods, reason = "it ends with the test")]
            tokio::spawn(connection);
        }
    };
    #[expect(clippy::disallowed_methods, reason = "it ends with the test")]
    tokio::spawn(serve);
    format!("{scheme}://localhost:{}", address.port())
}

trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

#[tokio::test]
async fn a_bucket_keeps_the_contract() {
    let folder = TestFolder::new();
    let server = bucket_server(folder.path().join("server"), None).await;
    let store = |secret: &str| {
        let environment = Env::from_map([
            ("CATALOGUE_IMAGES_S3_ENDPOINT", server.clone()),
            ("CATALOGUE_IMAGES_S3_BUCKET", BUCKET.to_owned()),
            ("CATALOGUE_IMAGES_S3_KEY_FILE", folder.write("key", KEY)),
            ("CATALOGUE_IMAGES_S3_SECRET_FILE", folder.write("secret", secret)),
        ]);
        Storage::open(environment.build(ImagesConfig::read).unwrap()).unwrap()
    };
    keeps_its_contract(&store(SECRET)).await;

    let refused = store("another secret").get(&file(1, Width::Small)).await.unwrap_err().to_string();
    assert!(refused.contains("403"), "{refused}");
    assert!(!refused.contains("Signature="), "the signed address is not told: {refused}");
}

#[tokio::test]
async fn a_bucket_behind_tls_keeps_the_contract_when_it_proves_its_name() {
    let (folder, authority, new) = (TestFolder::new(), TestAuthority::new(), TestAuthority::new());
    let tls = authority.issue(&["localhost"]).acceptor(None);
    let server = bucket_server(folder.path().join("server"), Some(tls)).await;
    let ca = folder.write("ca.pem", new.pem());
    let environment = Env::from_map([
        ("CATALOGUE_IMAGES_S3_ENDPOINT", server),
        ("CATALOGUE_IMAGES_S3_CA_FILE", ca),
        ("CATALOGUE_IMAGES_S3_BUCKET", BUCKET.to_owned()),
        ("CATALOGUE_IMAGES_S3_KEY_FILE", folder.write("key", KEY)),
        ("CATALOGUE_IMAGES_S3_SECRET_FILE", folder.write("secret", SECRET)),
    ]);
    let store = Storage::open(environment.build(ImagesConfig::read).unwrap()).unwrap();
    let refused = store.get(&file(1, Width::Small)).await.unwrap_err().to_string();
    assert!(refused.contains("UnknownIssuer"), "{refused}");
    folder.write("ca.pem", authority.pem());
    keeps_its_contract(&store).await;
}

/// A server that answers each request with the next of these, and tells of each what was asked.
async fn scripted(answers: Vec<&'static str>) -> (S3, mpsc::UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("the loopback works");
    let endpoint =
        format!("http://{}", listener.local_addr().expect("the loopback works")).parse().expect("the loopback works");
    let (sender, asked) = mpsc::unbounded_channel();
    let serve = async move {
        for answer in answers {
            let (mut stream, _) = listener.accept().await.expect("the loopback works");
            let head = head(&mut stream).await;
            sender.send(head.lines().next().unwrap_or_default().to_owned()).expect("the loopback works");
            match answer {
                "silence" => tokio::time::sleep(Duration::from_mins(1)).await,
                "hang up" => {}
                answer => stream.write_all(answer.as_bytes()).await.expect("the loopback works"),
            }
        }
    };
    #[expect(clippy::disallowed_methods, reason = "it ends with the test")]
    tokio::spawn(serve);
    let secret = Secret::new("secret".to_owned());
    let (bucket, region, key) = ("pictures".to_owned(), "us-east-1".to_owned(), "key".to_owned());
    (
        S3::new(S3Config { endpoint, tls: ClientTls::public(), bucket, region, key, secret })
            .expect("the loopback works"),
        asked,
    )
}

async fn head(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    while !read.windows(4).any(|end| end == b"\r\n\r\n") {
        let mut part = [0; 1_024];
        let length = stream.read(&mut part).await.expect("the loopback works");
        if length == 0 {
            break;
        }
        read.extend_from_slice(&part[..length]);
    }
    String::from_utf8_lossy(&read).into_owned()
}

const GOOD: &str = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\ngood";
const DOWN: &str = "HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const ABSENT: &str =
    "HTTP/1.1 404 Not Found\r\ncontent-length: 28\r\nconnection: close\r\n\r\n<Code>NoSuchKey</Code>      ";
const NO_BUCKET: &str =
    "HTTP/1.1 404 Not Found\r\ncontent-length: 28\r\nconnection: close\r\n\r\n<Code>NoSuchBucket</Code>   ";
const FORBIDDEN: &str =
    "HTTP/1.1 403 Forbidden\r\ncontent-length: 35\r\nconnection: close\r\n\r\n<Code>SignatureDoesNotMatch</Code>  ";

#[tokio::test]
async fn what_passes_is_tried_again() {
    let (store, mut asked) = scripted(vec![DOWN, "hang up", GOOD]).await;
    assert_eq!(store.get(&file(1, Width::Small)).await.unwrap(), Some(Bytes::from_static(b"good")));
    for _ in 0..3 {
        let line = asked.recv().await.unwrap();
        let path = format!("GET /pictures/01/{}/96.jpg?", "01".repeat(16));
        assert!(line.starts_with(&path) && line.contains("X-Amz-Signature="), "{line}");
    }
}

#[tokio::test]
async fn what_stays_wrong_is_told_and_not_repeated_for_ever() {
    let (store, _asked) = scripted(vec![DOWN; 3]).await;
    let error = store.put(&file(1, Width::Large), Bytes::from_static(b"x")).await.unwrap_err().to_string();
    assert!(error.contains("503"), "{error}");

    let (store, mut asked) = scripted(vec![FORBIDDEN, GOOD]).await;
    let error = store.get(&file(1, Width::Large)).await.unwrap_err().to_string();
    assert!(error.contains("403 SignatureDoesNotMatch"), "{error}");
    asked.recv().await.unwrap();
    assert!(asked.try_recv().is_err(), "a refusal is no reason to try again");
}

#[tokio::test]
async fn an_absent_file_is_not_an_absent_bucket() {
    let (store, _asked) = scripted(vec![ABSENT, ABSENT, NO_BUCKET, NO_BUCKET]).await;
    assert_eq!(store.get(&file(1, Width::Small)).await.unwrap(), None);
    store.delete(&file(1, Width::Small)).await.unwrap();
    let error = store.get(&file(1, Width::Small)).await.unwrap_err().to_string();
    assert!(error.contains("NoSuchBucket"), "{error}");
    store.put(&file(1, Width::Small), Bytes::from_static(b"x")).await.unwrap_err();
}

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let (store, mut asked) = scripted(vec!["silence"]).await;
    let start = tokio::time::Instant::now();
    let file = file(1, Width::Small);
    // Once it is asked, its time passes at once.
    let (answer, ()) = tokio::join!(store.get(&file), async {
        asked.recv().await.unwrap();
        tokio::time::pause();
    });
    assert!(start.elapsed() < Duration::from_secs(14), "{:?}", start.elapsed());
    let error = answer.unwrap_err().to_string();
    assert!(error.starts_with("pictures: get 01/"), "{error}");
}
