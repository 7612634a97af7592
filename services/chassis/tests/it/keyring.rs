//! Keys that come and go while a server runs.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use pishkhan_chassis::{
    clock::{Clock as _, SystemClock},
    config::Profile,
    grpc::{Transport, client::Peer},
    passport::{Claims, Signer, Verifier, generate_keys, generate_tool_key, revoke_key},
};
use tokio::{
    task::JoinSet,
    time::{sleep, timeout},
};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::probe::{ASK, House, call};

const PERIOD: Duration = Duration::from_millis(20);

struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        Self(env::temp_dir().join(format!("pishkhan-keyring-{}", SystemClock.new_id())))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            eprintln!("cannot remove {}: {error}", self.0.display());
        }
    }
}

/// The first thing that `look` finds.
async fn eventually<T>(what: &str, look: impl AsyncFn() -> Option<T>) -> T {
    let found = timeout(Duration::from_secs(20), async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            sleep(PERIOD).await;
        }
    });
    found.await.unwrap_or_else(|_| panic!("it never came about that {what}"))
}

fn signer_in(file: &Path) -> Arc<Signer> {
    Arc::new(Signer::from_file(file).unwrap())
}

/// A server with the keys of a folder.
async fn house_of(dir: &Path) -> House {
    let verifier = Verifier::from_keyring_file(&dir.join("keyring.json"), "probe", Profile::Production).unwrap();
    House::with_keys(verifier.every(PERIOD)).await
}

fn peer(house: &House, signer: Arc<Signer>) -> Peer {
    Peer::connect(&format!("http://{}", house.address), "probe", signer, &Transport::Plain)
        .unwrap()
        .with_clock(house.clock.clone())
}

/// The passport of a tool as it is sent.
fn passport(house: &House, signer: &Signer) -> String {
    let scopes = vec!["probe.*".to_owned()];
    let claims = Claims::tool(signer.tool().unwrap_or("all"), scopes, None, "probe", house.now(), Uuid::from_u128(1));
    format!("Bearer {}", signer.sign(&claims))
}

async fn ask(house: &House, passport: &str) -> Result<String, Status> {
    house.ask_raw("x", &[("authorization", passport)]).await.map(tonic::Response::into_inner)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tools_key_that_is_taken_back_is_refused_and_no_other_call_fails() {
    let dir = Folder::new();
    generate_keys(dir.path(), &["bff", "tool"], Profile::Production).unwrap();
    let ci = signer_in(&generate_tool_key(dir.path(), "ci", Profile::Production).unwrap());
    let house = house_of(dir.path()).await;
    let (of_ci, of_all) = (passport(&house, &ci), passport(&house, &signer_in(&dir.path().join("tool.key"))));
    ask(&house, &of_ci).await.unwrap();

    let others = peer(&house, signer_in(&dir.path().join("bff.key")));
    let channel = others.channel();
    let mut calling = JoinSet::new();
    calling.spawn(async move {
        for _ in 0..400 {
            call(channel.clone(), ASK, "x").await?;
        }
        Ok::<_, Status>(())
    });
    revoke_key(dir.path(), &ci.public_key().kid).unwrap();
    // The same passport as before, whose signature is remembered.
    let refused = eventually("the key counts no more", async || ask(&house, &of_ci).await.err()).await;
    assert_eq!(refused.code(), Code::Unauthenticated);
    assert_eq!(pishkhan_chassis::errors::reason(&refused).as_deref(), Some("PASSPORT_INVALID"));
    ask(&house, &of_all).await.unwrap();
    calling.join_next().await.unwrap().unwrap().unwrap();

    // The tool gets another key, and calls again.
    let again = signer_in(&generate_tool_key(dir.path(), "ci", Profile::Production).unwrap());
    let passport = passport(&house, &again);
    eventually("the new key counts", async || ask(&house, &passport).await.ok()).await;
    assert_eq!(ask(&house, &of_ci).await.unwrap_err().code(), Code::Unauthenticated, "the old one stays refused");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ring_that_cannot_be_read_changes_nothing() {
    let dir = Folder::new();
    generate_keys(dir.path(), &["bff", "tool"], Profile::Production).unwrap();
    let ring = dir.path().join("keyring.json");
    let good = fs::read(&ring).unwrap();
    let house = house_of(dir.path()).await;
    let of_all = passport(&house, &signer_in(&dir.path().join("tool.key")));
    let twice = String::from_utf8(good.clone()).unwrap().replacen("\"keys\": [", "\"keys\": [{\"kid\":", 1);
    for broken in ["", "{}", r#"{"keys": []}"#, &twice] {
        fs::write(&ring, broken).unwrap();
        sleep(5 * PERIOD).await;
        ask(&house, &of_all).await.unwrap();
    }
    fs::remove_file(&ring).unwrap();
    sleep(5 * PERIOD).await;
    ask(&house, &of_all).await.unwrap();

    // The next good one counts.
    fs::write(&ring, good).unwrap();
    let ci = signer_in(&generate_tool_key(dir.path(), "ci", Profile::Production).unwrap());
    let passport = passport(&house, &ci);
    eventually("the new key counts", async || ask(&house, &passport).await.ok()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_of_development_comes_into_no_ring_of_production() {
    let dir = Folder::new();
    generate_keys(dir.path(), &["bff", "tool"], Profile::Production).unwrap();
    let house = house_of(dir.path()).await;
    let of_all = passport(&house, &signer_in(&dir.path().join("tool.key")));
    let laptop = signer_in(&generate_tool_key(dir.path(), "laptop", Profile::Dev).unwrap());
    let of_laptop = passport(&house, &laptop);
    sleep(5 * PERIOD).await;
    assert_eq!(ask(&house, &of_laptop).await.unwrap_err().code(), Code::Unauthenticated);
    ask(&house, &of_all).await.unwrap();

    // Without it the ring counts again, with what else has come meanwhile.
    revoke_key(dir.path(), &laptop.public_key().kid).unwrap();
    let ci = passport(&house, &signer_in(&generate_tool_key(dir.path(), "ci", Profile::Production).unwrap()));
    eventually("the new key counts", async || ask(&house, &ci).await.ok()).await;
}
