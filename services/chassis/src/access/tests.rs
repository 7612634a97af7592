use chrono::{TimeZone, Utc};

use super::*;
use crate::errors::reason;

const OPTIONS: &str = r#"
    syntax = "proto3";
    package pishkhan.options.v1;
    import "google/protobuf/descriptor.proto";
    message Access {
      repeated string roles = 1;
      repeated string services = 2;
      bool tools = 3;
      uint32 max_request_mib = 4;
      uint32 max_seconds = 5;
      bool no_child_sellers = 6;
    }
    extend google.protobuf.MethodOptions { Access access = 50100; }
"#;

fn descriptor(methods: &str) -> Vec<u8> {
    let service = format!(
        r#"
        syntax = "proto3";
        package pishkhan.orders.v1;
        import "pishkhan/options/v1/access.proto";
        message M {{}}
        service OrdersService {{ {methods} }}
        "#
    );
    let files = [("pishkhan/options/v1/access.proto", OPTIONS), ("pishkhan/orders/v1/orders.proto", &service)];
    encode(&files)
}

/// Compiles sources in memory; the encoding keeps extension options.
fn encode(files: &[(&str, &str)]) -> Vec<u8> {
    struct Memory(Vec<(String, String)>);
    impl protox::file::FileResolver for Memory {
        fn open_file(&self, name: &str) -> Result<protox::file::File, protox::Error> {
            let source = self.0.iter().find(|(path, _)| path == name).map(|(_, source)| source);
            source.map_or_else(
                || Err(protox::Error::file_not_found(name)),
                |source| protox::file::File::from_source(name, source),
            )
        }
    }
    let own = Memory(files.iter().map(|(path, source)| ((*path).to_owned(), (*source).to_owned())).collect());
    let mut resolver = protox::file::ChainFileResolver::new();
    resolver.add(own);
    resolver.add(protox::file::GoogleFileResolver::new());
    let mut compiler = protox::Compiler::with_file_resolver(resolver);
    compiler.include_imports(true);
    compiler.open_files(files.iter().map(|(path, _)| path)).unwrap();
    compiler.encode_file_descriptor_set()
}

fn table() -> AccessTable {
    AccessTable::from_descriptor(&descriptor(
        r#"
        rpc GetOrder(M) returns (M) { option (pishkhan.options.v1.access) = { roles: ["seller", "operator"] }; }
        rpc PlaceOrder(M) returns (M) { option (pishkhan.options.v1.access) = { tools: true }; }
        rpc Rebuild(stream M) returns (M) { option (pishkhan.options.v1.access) = { services: ["reports"] tools: true }; }
        "#,
    ))
    .unwrap()
}

fn seller() -> Claims {
    let now = Utc.with_ymd_and_hms(2026, 11, 21, 12, 0, 0).unwrap();
    Claims::user(Uuid::from_u128(1), vec![Role::Seller], Some(Uuid::from_u128(2)), "orders", now, Uuid::nil())
}

fn service(name: &str) -> Claims {
    Claims { iss: name.to_owned(), sub: format!("service:{name}"), roles: Vec::new(), seller_id: None, ..seller() }
}

fn tool(scopes: &[&str], seller_id: Option<Uuid>) -> Claims {
    let scopes = scopes.iter().map(|scope| (*scope).to_owned()).collect();
    Claims { iss: "tool".to_owned(), sub: "tool:ctl".to_owned(), roles: Vec::new(), scopes, seller_id, ..seller() }
}

#[test]
fn each_method_lets_in_only_those_it_names() {
    let operator = Claims { roles: vec![Role::Operator], seller_id: None, ..seller() };
    let callers = [
        ("seller", seller()),
        ("operator", operator),
        ("reports", service("reports")),
        ("bff", service("bff")),
        ("tool *", tool(&["*"], None)),
        ("tool none", tool(&[], None)),
    ];
    let allowed = |method: &str| {
        let path = format!("/pishkhan.orders.v1.OrdersService/{method}");
        let table = table();
        let names = callers.iter().filter(|(_, claims)| table.check(&path, claims).is_ok()).map(|(name, _)| *name);
        names.collect::<Vec<_>>()
    };
    assert_eq!(allowed("GetOrder"), ["seller", "operator"]);
    assert_eq!(allowed("PlaceOrder"), ["tool *"]);
    assert_eq!(allowed("Rebuild"), ["reports", "tool *"]);
    assert_eq!(allowed("NoSuchMethod"), [""; 0]);
}

#[test]
fn a_refusal_says_forbidden() {
    let status = table().check("/pishkhan.orders.v1.OrdersService/PlaceOrder", &seller()).unwrap_err();
    assert_eq!((status.code(), reason(&status).as_deref()), (Code::PermissionDenied, Some("FORBIDDEN")));
}

#[test]
fn streaming_is_known() {
    let table = table();
    assert!(table.method("/pishkhan.orders.v1.OrdersService/Rebuild").unwrap().client_streaming);
    assert!(!table.method("/pishkhan.orders.v1.OrdersService/GetOrder").unwrap().client_streaming);
    assert_eq!((table.paths().count(), table.services()), (3, &["pishkhan.orders.v1.OrdersService".to_owned()][..]));
}

#[test]
fn scopes_cover_methods_services_and_areas() {
    let method = "pishkhan.orders.v1.OrdersService/PlaceOrder";
    for scope in ["*", "orders.*", "pishkhan.orders.v1.OrdersService/*", method] {
        assert!(scope_covers(scope, method), "{scope}");
    }
    for scope in
        ["", ".*", "/*", "order.*", "catalogue.*", "pishkhan.orders.v1.OrdersService/Place", "orders", "pishkhan.*"]
    {
        assert!(!scope_covers(scope, method), "{scope}");
    }
}

#[test]
fn a_method_without_a_rule_stops_the_process() {
    let bytes = descriptor(
        r"rpc GetOrder(M) returns (M);
          rpc Open(M) returns (M) { option (pishkhan.options.v1.access) = {}; }",
    );
    let Err(AccessError::Missing(methods)) = AccessTable::from_descriptor(&bytes) else { panic!("must be refused") };
    assert_eq!(methods, ["pishkhan.orders.v1.OrdersService/GetOrder", "pishkhan.orders.v1.OrdersService/Open"]);
}

#[test]
fn a_method_says_how_much_it_takes_and_how_long() {
    let bytes = descriptor(
        r"rpc Get(M) returns (M) { option (pishkhan.options.v1.access) = { tools: true }; }
          rpc Import(M) returns (M) { option (pishkhan.options.v1.access) = { tools: true max_request_mib: 32 max_seconds: 60 }; }",
    );
    let table = AccessTable::from_descriptor(&bytes).unwrap();
    let limits = |method: &str| {
        let method = table.method(&format!("/pishkhan.orders.v1.OrdersService/{method}")).unwrap();
        (method.max_request_bytes, method.max_deadline)
    };
    assert_eq!(limits("Get"), (MAX_REQUEST_BYTES, None));
    assert_eq!(limits("Import"), (32 * 1024 * 1024, Some(Duration::from_mins(1))));
}

#[test]
fn an_unknown_role_stops_the_process() {
    let bytes = descriptor(r#"rpc Get(M) returns (M) { option (pishkhan.options.v1.access) = { roles: ["root"] }; }"#);
    assert!(matches!(AccessTable::from_descriptor(&bytes), Err(AccessError::Rule { .. })));
    assert!(matches!(AccessTable::from_descriptor(&[1, 2, 3]), Err(AccessError::Descriptor(_))));
}

#[test]
fn other_packages_are_not_ours_to_rule() {
    let health =
        r#"syntax = "proto3"; package grpc.health.v1; message M {} service Health { rpc Check(M) returns (M); }"#;
    let table = AccessTable::from_descriptor(&encode(&[("health.proto", health)])).unwrap();
    assert_eq!((table.paths().count(), table.services().len()), (0, 0));
}

#[test]
fn the_tenant_comes_from_the_passport() {
    let (own, other) = (Uuid::from_u128(2), Uuid::from_u128(5));
    let caller = |claims| Caller::from_claims(claims, "r1".to_owned());
    assert_eq!(caller(seller()).seller(own).unwrap(), own);
    let refused = caller(seller()).seller(other).unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_deref()), (Code::NotFound, Some("SELLER_NOT_FOUND")));
    let operator = Claims { roles: vec![Role::Operator], seller_id: None, ..seller() };
    assert_eq!(caller(operator).seller(other).unwrap(), other);
    assert_eq!(caller(service("orders")).seller(other).unwrap(), other);
    assert_eq!(caller(tool(&["*"], None)).seller(other).unwrap(), other);
    assert_eq!(caller(tool(&["*"], Some(own))).seller(own).unwrap(), own);
    assert_eq!(caller(tool(&["*"], Some(own))).seller(other).unwrap_err().code(), Code::NotFound);
}

#[test]
fn actors_name_themselves_for_the_audit() {
    let actor = |claims: Claims| {
        let session = claims.sid.clone();
        let actor = Caller::from_claims(claims, "r1".to_owned()).actor();
        let Actor { subject, role, session: told, request_id } = actor;
        assert_eq!((told, request_id.as_str()), (session, "r1"));
        (subject, role)
    };
    let id = Uuid::from_u128(1).to_string();
    assert_eq!(actor(seller()), (id.clone(), "seller".to_owned()));
    assert_eq!(actor(Claims { roles: vec![Role::Seller, Role::Operator], ..seller() }), (id, "operator".to_owned()));
    assert_eq!(actor(service("bff")), ("service:bff".to_owned(), "service".to_owned()));
    assert_eq!(actor(tool(&[], None)), ("tool:ctl".to_owned(), "tool".to_owned()));
    assert_eq!(Actor::system("orders", "r2").subject, "service:orders");
}

#[test]
fn a_request_without_a_caller_is_not_authenticated() {
    assert_eq!(Caller::of(&tonic::Request::new(())).unwrap_err().code(), Code::Unauthenticated);
}

#[test]
fn a_method_may_be_closed_to_child_sellers() {
    let table = AccessTable::from_descriptor(&descriptor(
        r#"
        rpc Edit(M) returns (M) {
          option (pishkhan.options.v1.access) = { roles: ["seller"] tools: true no_child_sellers: true };
        }
        rpc Read(M) returns (M) { option (pishkhan.options.v1.access) = { roles: ["seller"] }; }
        "#,
    ))
    .unwrap();
    let (edit, read) = ("/pishkhan.orders.v1.OrdersService/Edit", "/pishkhan.orders.v1.OrdersService/Read");
    let child = Claims { child: true, ..seller() };
    assert_eq!(reason(&table.check(edit, &child).unwrap_err()).as_deref(), Some("FORBIDDEN"));
    table.check(read, &child).unwrap();
    table.check(edit, &seller()).unwrap();
    table.check(edit, &tool(&["orders.*"], child.seller_id)).unwrap();
}
