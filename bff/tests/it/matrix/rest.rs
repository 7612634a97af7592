//! Every cell of the routes.

use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicUsize, Ordering},
};

use serde_json::{Value, json};

use super::{
    examples::{self, Examples},
    scene::{NOBODYS, NONSENSE, Scene, Whose},
    table::{Cell, Row},
};
use crate::{
    house::{CHILD_SELLER, FIRST_SELLER, OPERATOR},
    http::{Answer, Call, FORBIDDEN, SESSION_INVALID, Visitor},
    picture::png,
};

const SHEET: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Asks what each cell of each row asks; what was answered otherwise.
pub async fn walk(scene: &mut Scene, rows: &BTreeMap<String, Row>) -> Vec<String> {
    let examples = Examples::rest();
    let mut visitors = Visitors::log_in(scene).await;
    let sheet = visitors.own.get("/market/products-export-app2").send().await.bytes;
    let mut problems = Vec::new();
    for (call, row) in rows {
        let example = examples.rest_call(call);
        let route = Route { call, row, example, sheet: &sheet };
        route.ask_each_caller(scene, &visitors, &mut problems).await;
        if route.uses_up_sessions() {
            visitors = Visitors::log_in(scene).await;
        }
        route.ask_for_others_things(scene, &visitors, &mut problems).await;
    }
    for visitor in [&visitors.own, &visitors.child, &visitors.operator] {
        if visitor.get("/user/validate-token-app2").send().await.status != 200 {
            problems.push("one of the callers ended a session that was not its own".to_owned());
        }
    }
    problems
}

struct Visitors {
    own: Visitor,
    child: Visitor,
    operator: Visitor,
    /// Without cookies.
    stranger: Visitor,
    /// With cookies that are no session.
    liars: Vec<Visitor>,
}

impl Visitors {
    async fn log_in(scene: &Scene) -> Self {
        let house = &scene.house;
        let (own, child) = (house.seller().await, house.panel.log_in(CHILD_SELLER).await);
        let operator = house.operator().await;
        let liars = liars(&child, &operator);
        Self { own, child, operator, stranger: house.stranger(), liars }
    }
}

/// Half a session, two halves of two, a forged one, and one that comes with a planted cookie.
fn liars(seller: &Visitor, other: &Visitor) -> Vec<Visitor> {
    let (session, others) = (seller.session(), other.session());
    let (secret, handle) = (session.secret, session.handle);
    let cookies = [
        format!("session={secret}"),
        format!("token={handle}"),
        format!("session={secret}; token={}", others.handle),
        format!("session={}; token={}", "A".repeat(43), "A".repeat(22)),
        format!("session={secret}; token={handle}; token=planted"),
        "session=a b; token=%00".to_owned(),
    ];
    cookies.iter().map(|cookie| seller.with_cookie(cookie.as_str())).collect()
}

struct Route<'a> {
    call: &'a str,
    row: &'a Row,
    example: Value,
    sheet: &'a [u8],
}

impl Route<'_> {
    fn cell(&self, column: &str) -> &Cell {
        &self.row[column]
    }

    /// The call ends the session that it comes with, or others of the same person.
    fn uses_up_sessions(&self) -> bool {
        self.example["session"] == "fresh"
    }

    async fn ask_each_caller(&self, scene: &mut Scene, visitors: &Visitors, problems: &mut Vec<String>) {
        let Visitors { own, child, operator, stranger, liars } = visitors;
        let people = [
            ("own", own, Whose::Own, FIRST_SELLER),
            ("child", child, Whose::Child, CHILD_SELLER),
            ("operator", operator, Whose::Own, OPERATOR),
        ];
        for (column, visitor, whose, cellphone) in people {
            let expected = self.cell(column).text();
            let let_in = expected == "200";
            let fresh = if self.uses_up_sessions() { Some(scene.house.panel.log_in(cellphone).await) } else { None };
            let visitor = fresh.as_ref().unwrap_or(visitor);
            let request = scene.fill(&self.example, whose, let_in, None).await;
            let answer = self.send(visitor, &request).await;
            self.judge(column, expected, &answer, problems);
            if column != "operator"
                && let Some(id) = scene.foreign_in(&answer.bytes, "")
            {
                problems.push(format!("{}, {column}: the answer shows {id}, another seller's", self.call));
            }
            if expected == "403" && !self.cell(column).is_by_type() {
                self.judge(
                    &format!("{column}, bringing nonsense"),
                    expected,
                    &self.bring_nonsense(visitor).await,
                    problems,
                );
            }
        }
        for (column, visitors) in [("no session", std::slice::from_ref(stranger)), ("false session", liars.as_slice())]
        {
            let expected = self.cell(column).text();
            for visitor in visitors {
                let request = scene.fill(&self.example, Whose::Own, expected == "200", None).await;
                self.judge(column, expected, &self.send(visitor, &request).await, problems);
            }
        }
    }

    /// In the place of each thing another seller's, nobody's, and nonsense; and a body of nonsense.
    async fn ask_for_others_things(&self, scene: &mut Scene, visitors: &Visitors, problems: &mut Vec<String>) {
        // Where sellers have nothing to call, operators ask.
        let by_seller = self.cell("own").text() != "403";
        let visitor = if by_seller { &visitors.own } else { &visitors.operator };
        let foreign = if by_seller { examples::owned(&self.example) } else { Vec::new() };
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
            let mut answers = Vec::new();
            for id in [others.as_str(), NOBODYS] {
                let request = scene.fill(&self.example, Whose::Own, false, Some((thing, id))).await;
                let answer = self.send(visitor, &request).await;
                let column = format!("foreign id, {thing} {id}");
                self.judge(&column, expected, &answer, problems);
                if let Some(shown) = scene.foreign_in(&answer.bytes, id) {
                    problems.push(format!("{}, {column}: the answer shows {shown}", self.call));
                }
                answers.push(answer.text().replace(id, ""));
            }
            if answers[0] != answers[1] {
                problems.push(format!("{}: another seller's {thing} can be told from none: {answers:?}", self.call));
            }
        }
        // Operators meet the same where they may call, and for what nobody has.
        let operator = Some(&visitors.operator).filter(|_| by_seller && self.cell("operator").text() == "200");
        for visitor in std::iter::once(visitor).chain(operator) {
            for thing in &formed {
                for nonsense in NONSENSE {
                    let request = scene.fill(&self.example, Whose::Own, false, Some((thing, nonsense))).await;
                    let answer = self.send(visitor, &request).await;
                    let column = format!("malformed id, {thing} {nonsense}");
                    self.judge(&column, self.cell("malformed id").of(thing), &answer, problems);
                }
            }
        }
        if let Some(operator) = operator {
            for thing in &foreign {
                let request = scene.fill(&self.example, Whose::Own, false, Some((thing, NOBODYS))).await;
                let answer = self.send(operator, &request).await;
                let column = format!("foreign id, an operator's {thing} {NOBODYS}");
                self.judge(&column, self.cell("foreign id").of(thing), &answer, problems);
            }
        }
        self.send_nul(visitor, scene, problems).await;
        let brings = self.example.get("body").or_else(|| self.example.get("file")).is_some();
        let cell = self.cell("malformed body");
        if brings == cell.is_nothing() {
            problems.push(format!("{}, malformed body: the cell says {}", self.call, cell.text()));
        }
        if brings && !cell.is_nothing() {
            let request = scene.fill(&self.example, Whose::Own, false, None).await;
            let path = address(&request);
            let content_type = match self.example["file"].as_str() {
                None => "application/json",
                Some("picture") => "image/png",
                Some(_) => SHEET,
            };
            let answer = self.call(visitor, &path).body(content_type, "{").send().await;
            self.judge("malformed body", cell.text(), &answer, problems);
            for body in [examples::as_array, examples::with_nul]
                .into_iter()
                .flat_map(|change| examples::changed(&request["body"], change))
            {
                let answer = self.call(visitor, &path).json(&body).send().await;
                self.judge(&format!("malformed body {body}"), cell.text(), &answer, problems);
            }
        }
    }

    /// A NUL in each part of path and query: it is nobody's fault but the caller's.
    async fn send_nul(&self, visitor: &Visitor, scene: &mut Scene, problems: &mut Vec<String>) {
        for thing in examples::names(&json!({"path": self.example["path"], "query": self.example["query"]})) {
            let request = scene.fill(&self.example, Whose::Own, false, Some((&thing, "a%00"))).await;
            let answer = self.send(visitor, &request).await;
            if answer.status >= 500 {
                problems.push(format!("{}, NUL for {thing}: {} {}", self.call, answer.status, answer.text()));
            }
        }
    }

    fn method(&self) -> reqwest::Method {
        self.example["method"].as_str().unwrap().parse().unwrap()
    }

    /// A call that has a key of its own where the route asks for one.
    fn call(&self, visitor: &Visitor, path: &str) -> Call {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let call = visitor.call(self.method(), path);
        if self.example["key"] != true {
            return call;
        }
        call.header("idempotency-key", &format!("call-{}", CALLS.fetch_add(1, Ordering::Relaxed)))
    }

    async fn send(&self, visitor: &Visitor, request: &Value) -> Answer {
        let mut call = self.call(visitor, &address(request));
        if let Some(body) = request.get("body") {
            call = call.json(body);
        }
        match request["file"].as_str() {
            None => {}
            Some("picture") => call = call.body("image/png", png(8, 6, [30, 200, 30])),
            Some(_) => call = call.body(SHEET, self.sheet.to_vec()),
        }
        call.send().await
    }

    /// Who it is comes before what they bring: nonsense in the path, the headers and the body.
    async fn bring_nonsense(&self, visitor: &Visitor) -> Answer {
        let texts = examples::names(&self.example).into_iter().map(|name| (name, NONSENSE[0].to_owned())).collect();
        let request = examples::fill(&self.example, &texts);
        let mut call = visitor.call(self.method(), &address(&request)).header("idempotency-key", "a b");
        if self.example["method"] == "POST" {
            call = call.body("text/plain", "{");
        }
        call.send().await
    }

    fn judge(&self, column: &str, expected: &str, answer: &Answer, problems: &mut Vec<String>) {
        let (status, text) = (answer.status.to_string(), answer.text());
        let shown: String = text.chars().take(200).collect();
        if status != expected {
            problems.push(format!("{}, {column}: {status} and not {expected}: {shown}", self.call));
            return;
        }
        let words = match answer.status {
            401 => SESSION_INVALID,
            403 => FORBIDDEN,
            _ => return,
        };
        let cleared = answer.cookies().len() == 2 && answer.cookies().iter().all(|cookie| cookie.contains("Max-Age=0"));
        let cookies_are_right = if answer.status == 401 { cleared } else { answer.cookies().is_empty() };
        if !cookies_are_right || answer.json()["message"] != words {
            problems.push(format!("{}, {column}: {status}, and {:?} with {shown}", self.call, answer.cookies()));
        }
    }
}

/// Path and query of a request.
pub fn address(request: &Value) -> String {
    let path = request["path"].as_str().unwrap();
    request["query"].as_str().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"))
}
