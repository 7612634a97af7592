//! Nobody learns by the clock whose phone number it is.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use chrono::TimeDelta;
use pishkhan_proto::auth::v1 as pb;

use crate::harness::{PASSWORD, PHONE, TestApp, new_user, refusal};

const UNKNOWN: &str = "09129999999";
/// Of each kind.
const SAMPLES: usize = 300;
/// Two samples of the same thing are farther apart than this once in a hundred times.
const ONE_IN_A_HUNDRED: f64 = 2.576;
/// So that equal times fail once in a million runs.
const ROUNDS: usize = 3;

/// How far two samples are from being of the same thing, in standard deviations: the U test of Mann and Whitney by its
/// normal approximation.
fn distance(one: &[Duration], other: &[Duration]) -> f64 {
    let mut all: Vec<(Duration, bool)> = one.iter().map(|took| (*took, true)).collect();
    all.extend(other.iter().map(|took| (*took, false)));
    all.sort_unstable();
    let (mut rank_sum, mut below) = (0.0, 0.0);
    // Equal ones share their ranks.
    for equal in all.chunk_by(|one, other| one.0 == other.0) {
        let of_one = equal.iter().filter(|(_, of_one)| *of_one).count();
        rank_sum += number(of_one) * f64::midpoint(below + 1.0, below + number(equal.len()));
        below += number(equal.len());
    }
    let (n, m) = (number(one.len()), number(other.len()));
    let u = rank_sum - n * (n + 1.0) / 2.0;
    (u - n * m / 2.0).abs() / (n * m * (n + m + 1.0) / 12.0).sqrt()
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap())
}

#[test]
fn the_distance_is_that_of_mann_and_whitney() {
    let at = |places: &[u64]| -> Vec<Duration> { places.iter().copied().map(Duration::from_millis).collect() };
    // Six tortoises and six hares: U is 11 of 36.
    let tortoises = at(&[1, 7, 8, 9, 10, 11]);
    let hares = at(&[2, 3, 4, 5, 6, 12]);
    assert!((distance(&tortoises, &hares) - 7.0 / 39_f64.sqrt()).abs() < 1e-9);
    assert!(distance(&at(&[1, 1, 1]), &at(&[1, 1, 1])) < 1e-9);
    // Three hundred times which scatter by a fifth show a difference of a twentieth.
    let times = |base: u64| at(&(0..300).map(|number| base + number * 61 % 200).collect::<Vec<_>>());
    assert!(distance(&times(1_000), &times(1_050)) > ONE_IN_A_HUNDRED);
}

/// Takes samples of all kinds in turn. A kind that can be told from the first has further chances, since one in a
/// hundred is told from it by mistake.
async fn assert_alike(kinds: &[&str], mut sample: impl AsyncFnMut(usize, usize) -> Duration) {
    let mut told_apart: Vec<usize> = (1..kinds.len()).collect();
    for round in 0..ROUNDS {
        let mut samples = vec![Vec::new(); kinds.len()];
        for number in 0..SAMPLES {
            for place in 0..kinds.len() {
                // None comes always first, or always after the same other one.
                let place = if number % 2 == 0 { place } else { kinds.len() - 1 - place };
                let kind = (place + number / 2) % kinds.len();
                samples[kind].push(sample(kind, round * SAMPLES + number).await);
            }
        }
        told_apart.retain(|kind| {
            let apart = distance(&samples[0], &samples[*kind]);
            println!("{} and {}: {apart:.2} standard deviations", kinds[0], kinds[*kind]);
            apart >= ONE_IN_A_HUNDRED
        });
        if told_apart.is_empty() {
            return;
        }
    }
    let told_apart: Vec<&str> = told_apart.into_iter().map(|kind| kinds[kind]).collect();
    panic!("{told_apart:?} can be told from {}", kinds[0]);
}

/// A network for each number.
fn address(number: usize) -> String {
    format!("10.{}.{}.1", number / 256, number % 256)
}

#[tokio::test]
async fn a_wrong_password_takes_as_long_for_everybody() {
    let app = TestApp::at_full_cost().await;
    let operator = pb::CreateUserRequest { role: pb::Role::Operator.into(), seller_id: String::new(), ..new_user(2) };
    let shut_out = app.first.create(operator).await.unwrap().cellphone;
    app.first.tool().disable_operator(pb::DisableOperatorRequest { cellphone: shut_out.clone() }).await.unwrap();
    let phones = [UNKNOWN, PHONE, &shut_out];
    let mut answers = HashSet::new();
    assert_alike(&["nobody", "somebody", "who is shut out"], async |kind, number| {
        let since = Instant::now();
        let answer = app.first.log_in_from(phones[kind], "not the password", &address(number)).await;
        let took = since.elapsed();
        let refused = answer.unwrap_err();
        answers.insert((refused.message().to_owned(), refused.details().to_vec()));
        took
    })
    .await;
    assert_eq!(answers.len(), 1, "{answers:?}");
}

/// Lets a day pass before the first of two calls: a phone has five codes a day, and the house twenty. Codes of before go,
/// as housekeeping and PostgreSQL have it: a phone has never more of them than a few. Whether it is the first.
async fn pass_a_day(app: &TestApp, calls: &mut usize) -> bool {
    let first = calls.is_multiple_of(2);
    if first {
        app.clock.advance(TimeDelta::days(1));
    }
    if calls.is_multiple_of(10) {
        app.first.app.housekeeping().clear().await.unwrap();
        app.db.db_execute("VACUUM reset_code").await;
    }
    *calls += 1;
    first
}

#[tokio::test]
async fn a_code_is_sent_and_refused_as_fast_for_everybody() {
    let app = TestApp::start().await;
    let (kinds, phones) = (["nobody", "somebody"], [UNKNOWN, PHONE]);
    let mut calls = 0;
    assert_alike(&kinds, async |kind, number| {
        pass_a_day(&app, &mut calls).await;
        let request = pb::SendResetCodeRequest { cellphone: phones[kind].to_owned(), client_address: address(number) };
        let mut client = app.first.bff();
        let since = Instant::now();
        client.send_reset_code(request).await.unwrap();
        let took = since.elapsed();
        app.first.app.send_due().await.unwrap();
        took
    })
    .await;
    assert_alike(&kinds, async |kind, number| {
        if pass_a_day(&app, &mut calls).await {
            for phone in phones {
                app.first.forget(phone, &address(number)).await.unwrap();
            }
        }
        let since = Instant::now();
        // The one guess that may be right by chance is not made.
        let answer = app.first.reset(phones[kind], "", PASSWORD, &address(number)).await;
        let took = since.elapsed();
        assert_eq!(refusal(answer).1, "CODE_WRONG");
        took
    })
    .await;
}
