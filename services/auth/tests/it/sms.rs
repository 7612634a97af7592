//! A gateway over HTTP, which is slow, refuses, dies, or answers twice.

use std::time::{Duration, Instant};

use pishkhan_auth::{
    app::sms::{Sms, SmsError, SmsSender as _},
    config::HttpGateway,
    domain::{message::message, reset::Code},
    gateway::HttpSender,
};
use pishkhan_chassis::config::{Profile, Secret};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    task::JoinSet,
};
use uuid::Uuid;

const KEY: &str = "hush & hush";
const GOOD: &str = "HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{\"status\": 1}";

/// What it does with a connection on which it has read a request.
#[derive(Clone, Copy, Debug)]
enum Manners {
    /// Writes this, and waits until it is left.
    Writes(&'static str),
    /// Hangs up in the middle of its answer.
    Dies(&'static str),
    /// Writes without end.
    Babbles,
}

/// A gateway and what it has read, while it lives.
struct Gateway {
    port: u16,
    read: UnboundedReceiver<String>,
    _serving: JoinSet<()>,
}

impl Gateway {
    async fn open(manners: impl IntoIterator<Item = Manners>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (told, read) = unbounded_channel();
        let mut manners = manners.into_iter().collect::<Vec<_>>().into_iter();
        let mut serving = JoinSet::new();
        serving.spawn(async move {
            let mut connections = JoinSet::new();
            while let (Some(manners), Ok((mut stream, _))) = (manners.next(), listener.accept().await) {
                let told = told.clone();
                connections.spawn(async move {
                    told.send(request_of(&mut stream).await).unwrap();
                    match manners {
                        Manners::Writes(text) => {
                            stream.write_all(text.as_bytes()).await.unwrap();
                            drop(stream.read_to_end(&mut Vec::new()).await);
                        }
                        Manners::Dies(text) => stream.write_all(text.as_bytes()).await.unwrap(),
                        Manners::Babbles => {
                            let head = "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n";
                            stream.write_all(head.as_bytes()).await.unwrap();
                            while stream.write_all(&[b' '; 16 * 1024]).await.is_ok() {}
                        }
                    }
                });
            }
            connections.join_all().await;
        });
        Self { port, read, _serving: serving }
    }

    /// Speaks to it as its file says, with a second's patience.
    fn sender(&self, mut file: Value) -> HttpSender {
        let url = file["url"].as_str().unwrap().replace("HERE", &format!("127.0.0.1:{}", self.port));
        file["url"] = url.into();
        file["timeout_seconds"] = 1.into();
        HttpSender::new(HttpGateway::read(&file.to_string(), Some(Secret::new(KEY.to_owned())), Profile::Dev).unwrap())
    }

    /// Sends one message in the simplest way.
    async fn send(&self) -> Result<(), SmsError> {
        self.sender(json!({"url": "http://HERE/{key}?to={to}&text={text}", "accepted": "\"status\": 1"}))
            .send(&sms())
            .await
    }
}

/// All of a request: its head, and as much of a body as it says.
async fn request_of(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    loop {
        let mut part = [0; 4_096];
        let bytes = stream.read(&mut part).await.unwrap();
        read.extend(&part[..bytes]);
        let text = String::from_utf8(read.clone()).unwrap();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            if body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return text;
            }
        }
        assert_ne!(bytes, 0, "a request ends in the middle: {text}");
    }
}

fn sms() -> Sms {
    let code = Code::of(b"a mark");
    Sms { id: Uuid::from_u128(7), cellphone: "09121234567".to_owned(), text: message(&code, "panel.example"), code }
}

#[tokio::test]
async fn a_message_is_told_as_the_gateways_file_says() {
    let mut gateway = Gateway::open([Manners::Writes(GOOD); 3]).await;
    let sms = sms();
    gateway
        .sender(json!({"method": "GET", "url": "http://HERE/v1/{key}/send?to={to}&text={text}&localid={id}"}))
        .send(&sms)
        .await
        .unwrap();
    let asked = gateway.read.recv().await.unwrap();
    let path = asked.strip_prefix("GET ").and_then(|rest| rest.split_once(" HTTP/1.1\r\n")).unwrap().0;
    let address = url::Url::parse("http://gateway").unwrap().join(path).unwrap();
    assert_eq!(address.path(), "/v1/hush%20%26%20hush/send");
    let query: Vec<(String, String)> = address.query_pairs().into_owned().collect();
    let text = |text: &str| text.to_owned();
    let expected = [("to", text("09121234567")), ("text", sms.text.clone()), ("localid", sms.id.to_string())];
    assert_eq!(query, expected.map(|(name, value)| (text(name), value)));

    let body = r#"{"mobile": "{to}", "parameters": [{"name": "CODE", "value": "{code}"}], "text": "{text}"}"#;
    let headers = json!({"content-type": "application/json", "x-api-key": "{key}"});
    gateway.sender(json!({"url": "http://HERE/", "headers": headers, "body": body})).send(&sms).await.unwrap();
    let asked = gateway.read.recv().await.unwrap();
    let (head, body) = asked.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("POST / HTTP/1.1\r\n") && head.contains("\r\nx-api-key: hush & hush\r\n"), "{head}");
    let parameters = json!([{"name": "CODE", "value": sms.code.to_string()}]);
    let told: Value = serde_json::from_str(body).unwrap();
    assert_eq!(told, json!({"mobile": "09121234567", "parameters": parameters, "text": sms.text}));

    let headers = json!({"content-type": "application/x-www-form-urlencoded", "x-api-key": "{key}"});
    gateway
        .sender(json!({"url": "http://HERE/", "headers": headers, "body": "to={to}&text={text}"}))
        .send(&sms)
        .await
        .unwrap();
    let asked = gateway.read.recv().await.unwrap();
    let form: Vec<_> = url::form_urlencoded::parse(asked.split_once("\r\n\r\n").unwrap().1.as_bytes()).collect();
    assert_eq!(form[1].1, sms.text);
}

#[tokio::test]
async fn what_it_answers_says_whether_to_come_again() {
    let answers = [
        (GOOD, "taken"),
        ("HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{\"status\": 9}", "refused"),
        ("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n", "refused"),
        ("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/\r\ncontent-length: 0\r\n\r\n", "refused"),
        ("HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n", "down"),
        ("HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n", "down"),
        ("SMTP 220 hello\r\n\r\n", "down"),
    ];
    let gateway = Gateway::open(answers.map(|(answer, _)| Manners::Writes(answer))).await;
    for (answer, expected) in answers {
        let sent = match gateway.send().await {
            Ok(()) => "taken",
            Err(SmsError::Refused(cause)) => {
                assert!(!cause.contains("hush") && !cause.contains("0912"), "{cause}");
                "refused"
            }
            Err(SmsError::Down(cause)) => {
                assert!(!cause.contains("hush") && !cause.contains("0912"), "{cause}");
                "down"
            }
        };
        assert_eq!(sent, expected, "{answer}");
    }
}

#[tokio::test]
async fn one_that_is_slow_dies_or_babbles_holds_nobody_up() {
    let half = "HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{\"sta";
    let manners =
        [Manners::Writes(""), Manners::Writes(half), Manners::Dies(""), Manners::Dies(half), Manners::Babbles];
    let gateway = Gateway::open(manners).await;
    for manners in manners {
        let began = Instant::now();
        assert!(matches!(gateway.send().await, Err(SmsError::Down(_))), "{manners:?}");
        assert!(began.elapsed() < Duration::from_secs(5), "{manners:?}: {:?}", began.elapsed());
    }
    drop(gateway.read);
    // Nobody is there at all.
    let nobody = Gateway { port: 9, read: unbounded_channel().1, _serving: JoinSet::new() };
    assert!(matches!(nobody.send().await, Err(SmsError::Down(_))));
}

#[tokio::test]
async fn a_second_answer_is_never_taken_for_the_next_messages() {
    let twice = "HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{\"status\": 1}HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n";
    let mut gateway = Gateway::open([Manners::Writes(twice); 5]).await;
    // The same client all along, as a process has it.
    let sender = gateway.sender(json!({"url": "http://HERE/{key}?to={to}&text={text}", "accepted": "\"status\": 1"}));
    for _ in 0..5 {
        sender.send(&sms()).await.unwrap();
        gateway.read.recv().await.unwrap();
    }
    assert!(gateway.read.try_recv().is_err(), "each was told once");
}
