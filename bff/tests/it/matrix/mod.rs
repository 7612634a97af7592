//! Who may call what: every cell of `docs/AUTHORIZATION.md`, against the real house.
//!
//! A new call needs a row there. What its request says beyond the usual ids stands in `rest.json` or `rpc.json`.

mod cookies;
mod examples;
mod message;
mod passports;
mod rest;
mod rpc;
mod scene;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use pishkhan_bff::app::READS;

use self::{
    examples::Examples,
    scene::Scene,
    table::{REST, RPC, Row},
};
use crate::{activity, contract::Contract};

/// Files of the client and pictures: whatever is not a call.
const FILES: &str = "GET /images/{file}";

/// Every route: those of the document, those beside them, and files.
fn routes() -> BTreeSet<String> {
    let published = Contract::published().calls().into_iter().map(|(method, path)| format!("{method} {path}"));
    published.chain(READS.iter().map(|path| format!("GET {path}"))).chain([FILES.to_owned()]).collect()
}

#[track_caller]
fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn every_call_has_its_row() {
    let methods = rpc::methods().into_keys().collect();
    let (rest, rpc) = (table::read(&REST, &routes()).1, table::read(&RPC, &methods).1);
    let (rest_examples, rpc_examples) = (Examples::rest(), Examples::rpc());
    let routes = routes();
    let strays = rest_examples.strays(&routes).chain(rpc_examples.strays(&methods));
    let strays = strays.map(|call| format!("the examples have a request for {call}, and there is no such call"));
    assert_none(&rest.into_iter().chain(rpc).chain(strays).collect::<Vec<_>>());
}

/// The share of one test: each has a house of its own, and all together every row.
const PARTS: usize = 3;

fn share(rows: BTreeMap<String, Row>, part: usize) -> BTreeMap<String, Row> {
    rows.into_iter().skip(part).step_by(PARTS).collect()
}

async fn walk_routes(part: usize) {
    let (rows, problems) = table::read(&REST, &routes());
    assert_none(&problems);
    let mut scene = Box::pin(Scene::set()).await;
    let mut problems = rest::walk(&mut scene, &share(rows, part)).await;
    problems.extend(scene.changed_of_the_foreign().await);
    problems.extend(without_words(&scene).await);
    assert_none(&problems);
}

async fn walk_methods(part: usize) {
    let methods = rpc::methods();
    let (rows, problems) = table::read(&RPC, &methods.keys().cloned().collect());
    assert_none(&problems);
    let mut scene = Box::pin(Scene::set()).await;
    let mut problems = rpc::walk(&mut scene, &share(rows, part), &methods).await;
    problems.extend(scene.changed_of_the_foreign().await);
    problems.extend(without_words(&scene).await);
    assert_none(&problems);
}

/// What the walk has written into the audit, and people would be told in the program's own words.
async fn without_words(scene: &Scene) -> Vec<String> {
    let (entries, _) = activity::all_of(&scene.house.seller().await, "").await;
    let mut problems = Vec::new();
    for entry in entries {
        if entry["action"] == entry["actionText"] {
            problems.push(format!("wire/activity/words.rs does not know the action {}", entry["action"]));
        }
        let changes = entry["changes"].as_object().unwrap();
        for field in changes.iter().filter(|(field, change)| change["name"] == field.as_str()).map(|(field, _)| field) {
            problems.push(format!("wire/activity/words.rs does not know {field} of {}", entry["action"]));
        }
    }
    problems
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_answers_each_caller_as_the_table_says_1_of_3() {
    walk_routes(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_answers_each_caller_as_the_table_says_2_of_3() {
    walk_routes(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_answers_each_caller_as_the_table_says_3_of_3() {
    walk_routes(2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_method_answers_each_caller_as_the_table_says_1_of_3() {
    walk_methods(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_method_answers_each_caller_as_the_table_says_2_of_3() {
    walk_methods(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_method_answers_each_caller_as_the_table_says_3_of_3() {
    walk_methods(2).await;
}

/// Thousands of calls.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "half a minute; make prove runs it"]
async fn no_method_takes_nonsense_for_its_own_fault() {
    let methods = rpc::methods();
    let (rows, problems) = table::read(&RPC, &methods.keys().cloned().collect());
    assert_none(&problems);
    let (calls, problems) = rpc::walk_hostile(&mut Scene::set().await, &rows, &methods).await;
    println!("{calls} hostile calls");
    assert!(calls > 50 * methods.len(), "{calls}");
    assert_none(&problems);
}
