//! Tries to log in are counted, with Redis and without.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use pishkhan_auth::{
    app::{
        AuthError,
        throttle::{KnownNetworks, Throttle},
    },
    domain::throttle::{Counter, Look, Outcome, RULES, look},
    store::{connect_redis, counters::Counters},
};
use pishkhan_chassis::errors;
use pishkhan_chassis_db::bus::Redis;
use pishkhan_testkit::{RedisProxy, TestRedis, noon};
use proptest::{prelude::*, strategy::ValueTree as _, test_runner::TestRunner};
use tonic::Code;

use crate::harness::{ADDRESS, NO_REDIS, PASSWORD, PHONE, TestApp, refusal};

fn throttle(redis: &TestRedis, url: &str) -> Throttle {
    if url == NO_REDIS {
        // Each call gives Redis its time first: from here on that passes at once.
        tokio::time::pause();
    }
    Throttle::new(
        Counters::new(connect_redis(Redis::new(url, None).expect("the URL can be read")), redis.prefix()),
        vec![7; 32],
    )
}

/// Knows some networks, and counts how often it is asked.
#[derive(Default)]
struct Networks {
    known: &'static [&'static str],
    asked: AtomicUsize,
}

impl KnownNetworks for Networks {
    async fn is_known(&self, network: &str) -> Result<bool, AuthError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        Ok(self.known.contains(&network))
    }
}

/// A failed try: none when it passed, else how long to wait.
async fn fail(throttle: &Throttle, phone: &str, address: &str, now: DateTime<Utc>) -> Option<Duration> {
    match throttle.enter(phone, address, now, &Networks::default()).await {
        Ok(attempt) => {
            throttle.decide(attempt, Outcome::Failed).await;
            None
        }
        Err(AuthError::TooManyTries { wait }) => Some(wait),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn five_failures_block_the_phone_from_that_network_for_fifteen_minutes() {
    for (phone, password) in [(PHONE, "wrong password"), ("09990000000", PASSWORD)] {
        let app = TestApp::start().await;
        for _ in 0..5 {
            assert_eq!(refusal(app.first.log_in(phone, password).await).1, "CREDENTIALS_WRONG");
        }
        app.clock.advance(TimeDelta::minutes(5));
        // The right password from anywhere in that network does not help, and known and unknown phones look the same.
        let status = app.first.log_in_from(phone, PASSWORD, "203.0.113.200").await.unwrap_err();
        assert_eq!(status.code(), Code::ResourceExhausted);
        let details = errors::details(&status);
        assert_eq!(details.reason.as_deref(), Some("TOO_MANY_TRIES"));
        assert_eq!(details.retry_after, Some(Duration::from_mins(10)));
        app.clock.advance(TimeDelta::minutes(10));
        assert_eq!(app.first.log_in(phone, PASSWORD).await.is_ok(), phone == PHONE);
    }
}

#[tokio::test]
async fn a_success_clears_the_failures_and_other_networks_are_free() {
    let app = TestApp::start().await;
    for _ in 0..2 {
        for _ in 0..4 {
            assert_eq!(refusal(app.first.log_in(PHONE, "wrong password").await).1, "CREDENTIALS_WRONG");
        }
        app.first.log_in(PHONE, PASSWORD).await.unwrap();
    }
    for _ in 0..5 {
        assert_eq!(refusal(app.first.log_in(PHONE, "wrong password").await).1, "CREDENTIALS_WRONG");
    }
    assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "TOO_MANY_TRIES");
    app.first.log_in_from(PHONE, PASSWORD, "198.51.100.1").await.unwrap();
}

#[tokio::test]
async fn the_count_is_shared_by_all_instances() {
    let app = TestApp::start().await;
    let second = app.another().await;
    for instance in [&app.first, &second, &app.first, &second, &app.first] {
        assert_eq!(refusal(instance.log_in(PHONE, "wrong password").await).1, "CREDENTIALS_WRONG");
    }
    assert_eq!(refusal(second.log_in(PHONE, PASSWORD).await).1, "TOO_MANY_TRIES");
}

#[tokio::test]
async fn a_phone_attacked_from_everywhere_gets_one_try_a_minute_from_each_network() {
    let redis = TestRedis::new();
    for url in [redis.url(), NO_REDIS] {
        let throttle = throttle(&redis, url);
        let address = |number: u8| format!("10.{number}.0.1");
        for number in 0..30 {
            assert_eq!(fail(&throttle, PHONE, &address(number), noon()).await, None);
        }
        // The bot polls from two hundred networks, which have one try each.
        for number in 0..200 {
            let expected = (number < 30).then_some(Duration::from_mins(1));
            assert_eq!(fail(&throttle, PHONE, &address(number), noon()).await, expected, "{number}");
        }
        let later = noon() + TimeDelta::seconds(20);
        for number in 0..200 {
            assert_eq!(fail(&throttle, PHONE, &address(number), later).await, Some(Duration::from_secs(40)));
        }
        // The person at a network of her own is not slowed down by any of that.
        assert_eq!(fail(&throttle, PHONE, ADDRESS, later).await, None);
        assert_eq!(fail(&throttle, PHONE, ADDRESS, later).await, Some(Duration::from_mins(1)));
        assert_eq!(fail(&throttle, PHONE, ADDRESS, later + TimeDelta::minutes(1)).await, None);
        assert_eq!(fail(&throttle, "09990000000", &address(31), later).await, None);
    }
}

#[tokio::test]
async fn a_known_network_is_not_slowed_down_and_is_looked_up_rarely() {
    let redis = TestRedis::new();
    for url in [redis.url(), NO_REDIS] {
        let throttle = throttle(&redis, url);
        for number in 0..30 {
            assert_eq!(fail(&throttle, PHONE, &format!("10.{number}.0.1"), noon()).await, None);
        }
        let networks = Networks { known: &["203.0.113.0/24"], asked: AtomicUsize::new(0) };
        let enter = async |address: &str, now| throttle.enter(PHONE, address, now, &networks).await;
        // Its own five in a quarter of an hour stay.
        for _ in 0..5 {
            throttle.decide(enter(ADDRESS, noon()).await.unwrap(), Outcome::Failed).await;
        }
        let Err(AuthError::TooManyTries { wait }) = enter(ADDRESS, noon()).await else { panic!("it is let through") };
        assert_eq!(wait, Duration::from_mins(15));
        for _ in 0..50 {
            assert!(enter("10.3.0.1", noon()).await.is_err());
        }
        assert_eq!(networks.asked.load(Ordering::Relaxed), 2, "one look for each network");
        assert!(enter("10.3.0.1", noon() + TimeDelta::seconds(59)).await.is_err());
        assert_eq!(networks.asked.load(Ordering::Relaxed), 2, "remembered for a minute");
    }
}

#[tokio::test]
async fn a_victim_of_a_crowd_gets_in_from_known_and_from_new_networks() {
    let app = TestApp::start().await;
    let (home, office) = ("198.51.100.1", "192.0.2.1");
    app.first.log_in_from(PHONE, PASSWORD, home).await.unwrap();
    app.clock.advance(TimeDelta::days(29));
    let crowd = async |from: u8| {
        for number in 0..30 {
            let answer = app.first.log_in_from(PHONE, "wrong password", &format!("10.{from}.{number}.1")).await;
            assert_eq!(refusal(answer).1, "CREDENTIALS_WRONG");
        }
    };
    crowd(0).await;
    let wrong = async |address: &str| refusal(app.first.log_in_from(PHONE, "wrong password", address).await).1;
    // At home she may even mistype.
    assert_eq!(wrong(home).await, "CREDENTIALS_WRONG");
    assert_eq!(wrong(home).await, "CREDENTIALS_WRONG");
    app.first.log_in_from(PHONE, PASSWORD, home).await.unwrap();
    // Elsewhere she has a try a minute, the first of them at once.
    assert_eq!(wrong(office).await, "CREDENTIALS_WRONG");
    assert_eq!(wrong(office).await, "TOO_MANY_TRIES");
    app.clock.advance(TimeDelta::minutes(1));
    app.first.log_in_from(PHONE, PASSWORD, office).await.unwrap();
    assert_eq!(wrong(office).await, "CREDENTIALS_WRONG");
    app.first.log_in_from(PHONE, PASSWORD, office).await.unwrap();

    // What is known outlives Redis, and another process knows it too.
    let mut redis = app.redis.conn().await;
    let keys: Vec<String> = redis::AsyncCommands::keys(&mut redis, format!("{}:*", app.redis.prefix())).await.unwrap();
    let _removed: usize = redis::AsyncCommands::del(&mut redis, keys).await.unwrap();
    let second = app.another().await;
    crowd(1).await;
    for address in [home, office] {
        for _ in 0..2 {
            let answer = second.log_in_from(PHONE, "wrong password", address).await;
            assert_eq!(refusal(answer).1, "CREDENTIALS_WRONG", "{address}");
        }
    }
    // After thirty days it is a network like any other.
    app.clock.advance(TimeDelta::days(30) + TimeDelta::minutes(2));
    assert_eq!(app.first.app.housekeeping().clear().await.unwrap()["known_network"], 2);
    assert_eq!(app.db.db_count("known_network").await, 0);
    crowd(2).await;
    assert_eq!([wrong(home).await, wrong(home).await], ["CREDENTIALS_WRONG", "TOO_MANY_TRIES"]);
}

#[tokio::test]
async fn the_newest_networks_of_a_person_are_known() {
    let app = TestApp::start().await;
    for number in 0..20 {
        app.first.log_in_from(PHONE, PASSWORD, &format!("10.0.{number}.1")).await.unwrap();
        app.clock.advance(TimeDelta::seconds(1));
    }
    app.first.log_in_from(PHONE, PASSWORD, "no address").await.unwrap();
    assert_eq!(app.db.db_count("known_network").await, 16);
    assert_eq!(app.db.db_count("known_network WHERE network = '10.0.3.0/24'").await, 0);
    assert_eq!(app.db.db_count("known_network WHERE network = '10.0.4.0/24'").await, 1);
}

#[tokio::test]
async fn a_network_that_fails_sixty_times_is_blocked() {
    let redis = TestRedis::new();
    for url in [redis.url(), NO_REDIS] {
        let throttle = throttle(&redis, url);
        for number in 0..60 {
            assert_eq!(fail(&throttle, &format!("091200000{number:02}"), ADDRESS, noon()).await, None);
        }
        let wait = fail(&throttle, "09990000000", ADDRESS, noon() + TimeDelta::minutes(1)).await;
        assert_eq!(wait, Some(Duration::from_mins(14)));
        assert_eq!(fail(&throttle, "09990000000", ADDRESS, noon() + TimeDelta::minutes(15)).await, None);
    }
}

#[tokio::test]
async fn without_redis_tries_are_still_counted() {
    let app = TestApp::without_redis().await;
    for _ in 0..4 {
        assert_eq!(refusal(app.first.log_in(PHONE, "wrong password").await).1, "CREDENTIALS_WRONG");
    }
    let cookies = app.first.session().await;
    app.first.validate(&cookies).await.unwrap();
    for _ in 0..5 {
        assert_eq!(refusal(app.first.log_in(PHONE, "wrong password").await).1, "CREDENTIALS_WRONG");
    }
    assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "TOO_MANY_TRIES");
    app.clock.advance(TimeDelta::minutes(15));
    app.first.session().await;
}

#[tokio::test]
async fn a_redis_that_dies_in_the_middle_gives_a_crowd_no_more_than_the_same_again() {
    let redis = TestRedis::new();
    let mut way = RedisProxy::to(&redis).await;
    let app = TestApp::through(way.url()).await;
    let (mut failed, mut refused) = (0, 0);
    for round in 0..10 {
        if round == 1 {
            // Four have failed, and one more would be let through.
            way.cut();
        }
        let tries = (0..4).map(|_| app.first.log_in(PHONE, "wrong password"));
        for answer in futures_util::future::join_all(tries).await {
            match refusal(answer).1.as_str() {
                "CREDENTIALS_WRONG" => failed += 1,
                "TOO_MANY_TRIES" => refused += 1,
                other => panic!("{other}"),
            }
        }
    }
    assert_eq!(failed + refused, 40);
    assert!((5..=2 * 5).contains(&failed), "{failed}");
    // Whose number it is gets in from elsewhere.
    app.first.log_in_from(PHONE, PASSWORD, "198.51.100.1").await.unwrap();
}

#[tokio::test]
async fn an_undecided_try_counts_no_more_and_clears_nothing() {
    let redis = TestRedis::new();
    for url in [redis.url(), NO_REDIS] {
        let throttle = throttle(&redis, url);
        for _ in 0..4 {
            assert_eq!(fail(&throttle, PHONE, ADDRESS, noon()).await, None);
        }
        for _ in 0..10 {
            let attempt = throttle.enter(PHONE, ADDRESS, noon(), &Networks::default()).await.unwrap();
            throttle.decide(attempt, Outcome::Undecided).await;
        }
        assert_eq!(fail(&throttle, PHONE, ADDRESS, noon()).await, None);
        assert!(fail(&throttle, PHONE, ADDRESS, noon()).await.is_some());
    }
}

#[tokio::test]
async fn right_passwords_at_the_same_instant_all_log_in() {
    for app in [TestApp::start().await, TestApp::without_redis().await] {
        // More than the five that may be in hand at once.
        let tries = (0..8).map(|_| app.first.log_in(PHONE, PASSWORD));
        for answer in futures_util::future::join_all(tries).await {
            answer.unwrap();
        }
        // None of them stays counted.
        for _ in 0..5 {
            assert_eq!(refusal(app.first.log_in(PHONE, "wrong password").await).1, "CREDENTIALS_WRONG");
        }
        assert_eq!(refusal(app.first.log_in(PHONE, PASSWORD).await).1, "TOO_MANY_TRIES");
    }
}

#[tokio::test]
async fn wrong_passwords_at_the_same_instant_get_no_more_tries() {
    for app in [TestApp::start().await, TestApp::without_redis().await] {
        let tries = (0..40).map(|_| app.first.log_in(PHONE, "wrong password"));
        let answers = futures_util::future::join_all(tries).await;
        let reasons: Vec<String> = answers.into_iter().map(|answer| refusal(answer).1).collect();
        let count = |reason: &str| reasons.iter().filter(|found| *found == reason).count();
        assert_eq!((count("CREDENTIALS_WRONG"), count("TOO_MANY_TRIES")), (5, 35), "{reasons:?}");
    }
}

#[tokio::test]
async fn tries_from_everywhere_at_the_same_instant_are_one_for_each_network() {
    let redis = TestRedis::new();
    for url in [redis.url(), NO_REDIS] {
        let throttle = throttle(&redis, url);
        let tries = (0..100_u64).map(async |number| {
            let attempt = throttle.enter(PHONE, &format!("10.{}.0.1", number % 40), noon(), &Networks::default()).await;
            // What looking takes.
            tokio::time::sleep(Duration::from_millis(number % 7)).await;
            match attempt {
                Ok(attempt) => {
                    throttle.decide(attempt, Outcome::Failed).await;
                    true
                }
                Err(AuthError::TooManyTries { .. }) => false,
                Err(error) => panic!("{error}"),
            }
        });
        let passed = futures_util::future::join_all(tries).await;
        // Some may have had a second one before thirty had failed.
        let passed = passed.into_iter().filter(|passed| *passed).count();
        assert!((40..=60).contains(&passed), "{passed}");
    }
}

#[tokio::test]
async fn phone_numbers_are_not_readable_in_redis() {
    let app = TestApp::start().await;
    assert_eq!(refusal(app.first.log_in(PHONE, "wrong password").await).1, "CREDENTIALS_WRONG");
    let pattern = format!("{}:auth:throttle:*", app.redis.prefix());
    let keys: Vec<String> = redis::AsyncCommands::keys(&mut app.redis.conn().await, pattern).await.unwrap();
    assert_eq!(keys.len(), 3);
    assert!(keys.iter().all(|key| !key.contains(PHONE)), "{keys:?}");
}

/// What happens next in the differential test.
#[derive(Clone, Copy, Debug)]
struct Step {
    phone: u8,
    network: u8,
    later_ms: i64,
    known: bool,
    /// None: whoever tried is gone.
    outcome: Option<Outcome>,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let later = prop_oneof![
        8 => 0..3_000_i64,
        1 => prop::sample::select(vec![9_999, 10_000, 10_001]),
        2 => prop::sample::select(vec![59_999, 60_000, 60_001]),
        1 => prop::sample::select(vec![899_999, 900_000, 900_001]),
        1 => prop::sample::select(vec![3_599_999, 3_600_000, 3_600_001]),
    ];
    let outcome = prop_oneof![
        6 => Just(Some(Outcome::Failed)),
        1 => Just(Some(Outcome::Succeeded)),
        1 => Just(Some(Outcome::Undecided)),
        2 => Just(None),
    ];
    let known = prop::bool::weighted(0.2);
    let step = (0..3_u8, 0..3_u8, later, known, outcome);
    let step =
        step.prop_map(|(phone, network, later_ms, known, outcome)| Step { phone, network, later_ms, known, outcome });
    prop::collection::vec(step, 1..250)
}

/// The script in Redis and the rule in Rust answer the same, whatever happens.
#[test]
fn the_script_is_the_rule() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let redis = TestRedis::new();
    let mut runner = TestRunner::new(ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() });
    let mut case = 0_u32;
    let counters = runtime.block_on(async { Counters::new(connect_redis(redis.redis()), redis.prefix()) });
    let mut cases: Vec<Vec<Step>> = Vec::new();
    for _ in 0..24 {
        cases.push(steps().new_tree(&mut runner).unwrap().current());
    }
    runtime.block_on(async {
        for steps in cases {
            case += 1;
            let mut model: HashMap<String, Counter> = HashMap::new();
            let mut now_ms = noon().timestamp_millis();
            for (number, step) in steps.iter().enumerate() {
                let Step { phone, network, later_ms, known, outcome } = *step;
                now_ms += later_ms;
                let keys =
                    [format!("{case}:{phone}:{network}"), format!("{case}:{phone}"), format!("{case}:n{network}")];
                let counter = |key: &String| model.get(key).copied().unwrap_or_default();
                let expected = look(keys.each_ref().map(counter), known, now_ms);
                let actual = counters.take(&keys, known, now_ms).await.unwrap();
                assert_eq!(actual, expected, "step {number} of {steps:?}");
                if expected != Look::Pass {
                    continue;
                }
                for (key, rule) in keys.iter().zip(RULES) {
                    model.entry(key.clone()).or_default().take(rule, now_ms);
                }
                let Some(outcome) = outcome else { continue };
                counters.decide(&keys, outcome).await.unwrap();
                for (place, key) in keys.iter().enumerate() {
                    if let Some(counter) = model.get_mut(key) {
                        counter.decide(outcome, place == 0);
                    }
                }
            }
        }
    });
    assert_eq!(case, 24);
}
