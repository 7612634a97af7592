//! Every cell of the methods.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use pishkhan_chassis::errors;
use pishkhan_proto::descriptor;
use pishkhan_testkit::{TestCaller, TestServer};
use prost_reflect::{DescriptorPool, FieldDescriptor, MethodDescriptor, Value as Field};
use serde_json::Value;
use tonic::{Code, Status};

use super::{
    examples::{self, Examples},
    message, passports,
    scene::{NOBODYS, NONSENSE, Scene, Whose},
    table::{Cell, Row, SERVICES},
};

const CONTRACTS: [&[u8]; 5] =
    [descriptor::AUTH, descriptor::SETTINGS, descriptor::ORDERS, descriptor::CATALOGUE, descriptor::REPORTS];

/// Every method of ours, such as `OrdersService/GetOrder`.
pub fn methods() -> BTreeMap<String, MethodDescriptor> {
    let pools = CONTRACTS.iter().map(|contract| DescriptorPool::decode(*contract).unwrap());
    let services = pools.flat_map(|pool| pool.services().collect::<Vec<_>>());
    let ours = services.filter(|service| service.full_name().starts_with("pishkhan."));
    let named = ours.flat_map(|service| {
        let name = |method: MethodDescriptor| (format!("{}/{}", service.name(), method.name()), method);
        service.methods().map(name).collect::<Vec<_>>()
    });
    named.collect()
}

/// Asks what each cell of each row asks; what was answered otherwise.
pub async fn walk(
    scene: &mut Scene,
    rows: &BTreeMap<String, Row>,
    methods: &BTreeMap<String, MethodDescriptor>,
) -> Vec<String> {
    let all: Vec<String> = methods.values().map(full_name).collect();
    let mut problems = Vec::new();
    for (call, row) in rows {
        let method = Method::new(call, row, &methods[call]);
        method.ask_each_caller(scene, &all, &mut problems).await;
        method.ask_without_a_passport(scene, &mut problems).await;
        method.ask_for_others_things(scene, &mut problems).await;
    }
    problems
}

/// Sends each method whatever somebody may send, field by field, as a tool and as a seller; what was answered as a fault
/// of the service.
pub async fn walk_hostile(
    scene: &mut Scene,
    rows: &BTreeMap<String, Row>,
    methods: &BTreeMap<String, MethodDescriptor>,
) -> (usize, Vec<String>) {
    let (mut calls, mut problems) = (0, Vec::new());
    for (call, row) in rows {
        let method = Method::new(call, row, &methods[call]);
        // Whoever was told to come later may come.
        scene.house.pass(TimeDelta::hours(2));
        let server = scene.server(&method.area);
        let callers = [server.as_tool(&[&method.name], None), server.as_seller(scene.house.first.seller_id)];
        for (caller, column) in callers.into_iter().zip(["tool", "own"]) {
            if method.allows(column) {
                calls += method.send_changed(scene, caller, message::hostile, &mut problems).await;
            }
        }
    }
    (calls, problems)
}

/// As scopes and paths name it.
fn full_name(method: &MethodDescriptor) -> String {
    format!("{}/{}", method.parent_service().full_name(), method.name())
}

/// A code as the contract writes it.
fn name(code: Code) -> String {
    if code == Code::Ok {
        return "OK".to_owned();
    }
    let words = format!("{code:?}");
    let letters = words.char_indices().flat_map(|(place, letter)| {
        let gap = (place > 0 && letter.is_ascii_uppercase()).then_some('_');
        gap.into_iter().chain([letter.to_ascii_uppercase()])
    });
    letters.collect()
}

struct Method<'a> {
    call: &'a str,
    row: &'a Row,
    name: String,
    descriptor: &'a MethodDescriptor,
    /// `orders`: the service, and how scopes name all of its methods.
    area: String,
    example: Value,
}

impl<'a> Method<'a> {
    fn new(call: &'a str, row: &'a Row, descriptor: &'a MethodDescriptor) -> Self {
        let (area, input) = (descriptor.parent_service().package_name().to_owned(), descriptor.input());
        let area = area.split('.').nth(1).unwrap().to_owned();
        let fields: Vec<String> = input.fields().map(|field| field.name().to_owned()).collect();
        let example = Examples::rpc().message(call, fields.iter().map(String::as_str));
        Self { call, row, name: full_name(descriptor), descriptor, area, example }
    }
}

impl Method<'_> {
    fn cell(&self, column: &str) -> &Cell {
        &self.row[column]
    }

    fn allows(&self, column: &str) -> bool {
        // What stands in the way of a call that may be made is not who makes it.
        ["OK", "FAILED_PRECONDITION"].contains(&self.cell(column).text())
    }

    /// A tool that may call everything in this area for one seller.
    fn bound_tool(&self, server: &TestServer, seller: uuid::Uuid) -> TestCaller {
        server.as_tool(&[&format!("{}.*", self.area)], Some(seller))
    }

    async fn ask_each_caller(&self, scene: &mut Scene, all: &[String], problems: &mut Vec<String>) {
        let server = scene.server(&self.area);
        let (own, foreign, child) = (scene.house.first.seller_id, scene.house.second.seller_id, scene.child.seller_id);
        let narrow = self.narrow_scopes(all);
        let narrow: Vec<&str> = narrow.iter().map(String::as_str).collect();
        let mut callers = vec![
            ("own", server.as_seller(own), self.cell("own").text()),
            ("child", server.as_child_seller(child), self.cell("child").text()),
            ("operator", server.as_operator(), self.cell("operator").text()),
            ("tool", server.as_tool(&[&self.name], None), self.cell("tool").text()),
            ("bound tool", self.bound_tool(server, own), self.cell("bound tool").text()),
            ("other's tool", self.bound_tool(server, foreign), self.cell("other's tool").text()),
            ("narrow tool", server.as_tool(&narrow, None), self.cell("narrow tool").text()),
        ];
        let let_in = self.cell("services").list();
        callers.extend(SERVICES.map(|service| {
            let expected = if let_in.contains(&service) { "OK" } else { "PERMISSION_DENIED" };
            (service, server.as_service(service), expected)
        }));
        for (column, caller, expected) in callers {
            let whose = if column == "child" { Whose::Child } else { Whose::Own };
            let answer = self.ask(scene, caller, whose, expected == "OK", None).await;
            self.judge(column, expected, &answer, problems);
            let bound = ["own", "child", "bound tool"].contains(&column);
            if let Some(id) = answer.as_ref().ok().filter(|_| bound).and_then(|answer| scene.foreign_in(answer, "")) {
                problems.push(format!("{}, {column}: the answer shows {id}, another seller's", self.call));
            }
        }
    }

    /// Every other method of the service, all other services, and what only looks like this method.
    fn narrow_scopes(&self, all: &[String]) -> Vec<String> {
        let (service, _) = self.name.split_once('/').unwrap();
        let others = all.iter().filter(|name| name.starts_with(service) && **name != self.name).cloned();
        let areas = SERVICES.iter().filter(|area| **area != self.area).map(|area| format!("{area}.*"));
        let alike = [service.to_owned(), self.area.clone(), format!("{}*", self.name), format!("{}/", self.name)];
        others.chain(areas).chain(alike).chain([".*".to_owned(), "/*".to_owned(), String::new()]).collect()
    }

    async fn ask_without_a_passport(&self, scene: &mut Scene, problems: &mut Vec<String>) {
        let nobody = scene.server(&self.area).as_nobody();
        let answer = self.ask(scene, nobody.clone(), Whose::Own, false, None).await;
        self.judge("no passport", self.cell("no passport").text(), &answer, problems);
        let message = self.message(scene, Whose::Own, false, None).await;
        for (what, authorization) in passports::false_ones(scene, &self.area) {
            let answer = message::ask(nobody.clone(), &self.name, message.clone(), Some(&authorization)).await;
            let column = format!("false passport, {what}");
            self.judge(&column, self.cell("false passport").text(), &answer, problems);
        }
    }

    /// In the place of each thing another seller's, nobody's, and nonsense.
    async fn ask_for_others_things(&self, scene: &mut Scene, problems: &mut Vec<String>) {
        let server = scene.server(&self.area);
        let own = scene.house.first.seller_id;
        let first_service = self.cell("services").list().first().map(|service| server.as_service(service));
        let callers = [
            ("own", server.as_seller(own)),
            ("bound tool", self.bound_tool(server, own)),
            ("operator", server.as_operator()),
            ("tool", server.as_tool(&[&self.name], None)),
        ];
        let may = |columns: &[&str]| {
            callers
                .iter()
                .find(|(column, _)| columns.contains(column) && self.allows(column))
                .map(|(_, caller)| caller.clone())
        };
        // Services, operators and tools for all may name anybody's.
        let bound = may(&["own", "bound tool"]);
        let foreign = if bound.is_some() { examples::owned(&self.example) } else { Vec::new() };
        let formed = examples::formed(&self.example);
        for (column, things) in [("foreign id", &foreign), ("malformed id", &formed)] {
            if things.is_empty() != self.cell(column).is_nothing() {
                let cell = self.cell(column).text();
                problems
                    .push(format!("{}, {column}: the example names {things:?}, and the cell says {cell}", self.call));
            }
        }
        for thing in &foreign {
            let expected = self.cell("foreign id").of(thing);
            let others = scene.thing(thing, Whose::Foreign, false).await;
            let mut told = BTreeSet::new();
            for id in [others.as_str(), NOBODYS] {
                let answer = self.ask(scene, bound.clone().unwrap(), Whose::Own, false, Some((thing, id))).await;
                let column = format!("foreign id, {thing} {id}");
                self.judge(&column, expected, &answer, problems);
                if let Some(shown) = answer.as_ref().ok().and_then(|answer| scene.foreign_in(answer, id)) {
                    problems.push(format!("{}, {column}: the answer shows {shown}", self.call));
                }
                told.insert(answer.map_err(|status| (name(status.code()), errors::reason(&status))));
            }
            if told.len() != 1 {
                problems.push(format!("{}: another seller's {thing} can be told from none: {told:?}", self.call));
            }
        }
        let caller = may(&["own", "operator", "tool"]).or(first_service).unwrap();
        self.send_changed(scene, caller.clone(), message::nul, problems).await;
        for thing in &formed {
            for nonsense in NONSENSE {
                let answer = self.ask(scene, caller.clone(), Whose::Own, false, Some((thing, nonsense))).await;
                let column = format!("malformed id, {thing} {nonsense}");
                self.judge(&column, self.cell("malformed id").of(thing), &answer, problems);
            }
        }
    }

    /// A NUL in each text, or worse: it is nobody's fault but the caller's. Tells how many calls that were.
    async fn send_changed(
        &self,
        scene: &mut Scene,
        caller: TestCaller,
        changes: fn(&FieldDescriptor, &Field) -> Vec<Field>,
        problems: &mut Vec<String>,
    ) -> usize {
        let example = scene.fill(&self.example, Whose::Own, false, None).await;
        let all = message::encode_changed(&self.descriptor.input(), &example, changes);
        let calls = all.len();
        for (field, message) in all {
            let answer = message::ask(caller.clone(), &self.name, message.clone(), None).await;
            if let Err(status) = answer
                && [Code::Internal, Code::Unknown, Code::DataLoss].contains(&status.code())
            {
                let sent = String::from_utf8_lossy(&message[..message.len().min(300)]).into_owned();
                problems.push(format!("{}, {field}: {status}; sent {sent:?}", self.call));
            }
        }
        calls
    }

    async fn message(&self, scene: &mut Scene, whose: Whose, fresh: bool, swapped: Option<(&str, &str)>) -> Vec<u8> {
        message::encode(&self.descriptor.input(), &scene.fill(&self.example, whose, fresh, swapped).await)
    }

    async fn ask(
        &self,
        scene: &mut Scene,
        caller: TestCaller,
        whose: Whose,
        fresh: bool,
        swapped: Option<(&str, &str)>,
    ) -> Result<Vec<u8>, Status> {
        let message = self.message(scene, whose, fresh, swapped).await;
        message::ask(caller, &self.name, message, None).await
    }

    fn judge(&self, column: &str, expected: &str, answer: &Result<Vec<u8>, Status>, problems: &mut Vec<String>) {
        let (code, reason, said) = match answer {
            Ok(_) => (Code::Ok, None, ""),
            Err(status) => (status.code(), errors::reason(status), status.message()),
        };
        let code = name(code);
        let of_seller = examples::names(&self.example).contains("seller");
        let wanted = match code.as_str() {
            "PERMISSION_DENIED" => Some("FORBIDDEN"),
            "UNAUTHENTICATED" => Some("PASSPORT_INVALID"),
            "INVALID_ARGUMENT" => Some("INVALID_FIELD"),
            "NOT_FOUND" if of_seller && (column == "other's tool" || column.starts_with("foreign id, seller ")) => {
                Some("SELLER_NOT_FOUND")
            }
            _ => None,
        };
        if code != expected || wanted.is_some_and(|wanted| reason.as_deref() != Some(wanted)) {
            problems.push(format!("{}, {column}: {code} ({reason:?}: {said}) and not {expected}", self.call));
        }
    }
}
