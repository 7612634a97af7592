"""Plants violations and sees them found; plants what is allowed and sees it pass. Run: python3 -m unittest discover deploy/tools"""
import pathlib
import tempfile
import unittest

import fences
import rust_source


class Tree(unittest.TestCase):
    """A tree of planted files."""

    def violations(self, files, crates=()):
        with tempfile.TemporaryDirectory() as folder:
            for place, text in files.items():
                path = pathlib.Path(folder, place)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return fences.check(folder, metadata(crates))

    def forbids(self, place, text, word):
        found = self.violations({place: text})
        self.assertEqual(len(found), 1, found)
        self.assertIn(word, found[0])
        self.assertTrue(found[0].startswith(place), found)

    def allows(self, place, text):
        self.assertEqual(self.violations({place: text}), [])


def metadata(crates):
    """What cargo metadata says of crates given as (name, [(dependency, kind)])."""
    named = {name for name, _ in crates} | {other for _, others in crates for other, _ in others}
    ours = dict(crates)
    packages = [{"id": name, "name": name, "dependencies": [{"name": other, "kind": kind} for other, kind in ours.get(name, [])]} for name in named]
    nodes = [{"id": name, "deps": [{"pkg": other, "dep_kinds": [{"kind": kind}]} for other, kind in ours.get(name, [])]} for name in named]
    return {"workspace_members": [name for name, _ in crates if name.startswith("pishkhan-")], "packages": packages, "resolve": {"nodes": nodes}}


class Crates(Tree):
    def test_a_service_may_not_name_another(self):
        found = self.violations({}, [("pishkhan-orders", [("pishkhan-catalogue", None)]), ("pishkhan-catalogue", [])])
        self.assertEqual(found, ["pishkhan-orders: may not depend on pishkhan-catalogue"])

    def test_the_libraries_import_nothing_of_ours(self):
        found = self.violations({}, [("pishkhan-chassis", [("pishkhan-proto", None)]), ("pishkhan-proto", [])])
        self.assertEqual(found, ["pishkhan-chassis: may not depend on pishkhan-proto"])

    def test_the_bff_reaches_no_database_through_anybody(self):
        found = self.violations({}, [("pishkhan-bff", [("helper", None)]), ("helper", [("diesel", None)])])
        self.assertEqual(found, ["pishkhan-bff: may not have diesel anywhere below it"])

    def test_openssl_is_found_deep_in_the_tree(self):
        found = self.violations({}, [("pishkhan-orders", [("a", None)]), ("a", [("openssl-sys", None)])])
        self.assertEqual(found, ["pishkhan-orders: may not have openssl-sys anywhere below it"])

    def test_there_is_one_provider_of_tls(self):
        found = self.violations({}, [("pishkhan-orders", [("rustls", None)]), ("rustls", [("ring", None), ("aws-lc-rs", None)])])
        self.assertEqual(found, ["pishkhan-orders: may not have aws-lc-rs anywhere below it"])

    def test_the_test_kit_is_for_tests(self):
        self.assertEqual(self.violations({}, [("pishkhan-orders", [("pishkhan-testkit", "dev")])]), [])
        self.assertEqual(self.violations({}, [("pishkhan-orders", [("pishkhan-testkit", None)])]), ["pishkhan-orders: may not depend on pishkhan-testkit"])

    def test_a_services_tests_may_meet_its_real_neighbours(self):
        self.assertEqual(self.violations({}, [("pishkhan-orders", [("pishkhan-catalogue", "dev")])]), [])
        self.assertEqual(self.violations({}, [("pishkhan-sheet", [("pishkhan-orders", "dev")])]), ["pishkhan-sheet: may not depend on pishkhan-orders"])

    def test_the_bffs_tests_may_stand_in_front_of_the_real_services(self):
        tree = [("pishkhan-orders", [("diesel", None)]), ("pishkhan-chassis-db", [])]
        self.assertEqual(self.violations({}, [("pishkhan-bff", [("pishkhan-orders", "dev"), ("pishkhan-chassis-db", "dev")]), *tree]), [])
        shipped = self.violations({}, [("pishkhan-bff", [("pishkhan-orders", None)]), *tree])
        self.assertEqual(shipped, ["pishkhan-bff: may not depend on pishkhan-orders", "pishkhan-bff: may not have diesel anywhere below it"])

    def test_only_the_bff_and_the_tool_read_sheets(self):
        sheet = ("pishkhan-sheet", [("pishkhan-chassis", None)])
        chassis = ("pishkhan-chassis", [])
        for name in ("pishkhan-bff", "pishkhan-ctl"):
            self.assertEqual(self.violations({}, [(name, [("pishkhan-sheet", None)]), sheet, chassis]), [])
        for name in ("catalogue", "orders", "chassis", "testkit"):
            found = self.violations({}, [(f"pishkhan-{name}", [("pishkhan-sheet", None)]), ("pishkhan-sheet", [])])
            self.assertEqual(found, [f"pishkhan-{name}: may not depend on pishkhan-sheet"])
        found = self.violations({}, [("pishkhan-sheet", [("pishkhan-proto", None)]), ("pishkhan-proto", [])])
        self.assertEqual(found, ["pishkhan-sheet: may not depend on pishkhan-proto"])

    def test_each_crate_uses_what_its_row_says(self):
        for name, allowed in fences.MAY_USE.items():
            for other in fences.MAY_USE.keys() - {name}:
                found = self.violations({}, [(f"pishkhan-{name}", [(f"pishkhan-{other}", None)]), (f"pishkhan-{other}", [])])
                self.assertEqual(found, [] if other in allowed else [f"pishkhan-{name}: may not depend on pishkhan-{other}"])

    def test_a_new_crate_needs_a_row(self):
        self.assertIn("no row", self.violations({}, [("pishkhan-billing", [])])[0])


class Floors(Tree):
    def test_rpc_never_sees_store(self):
        for text in ("use crate::store::orders;", "use crate::{app::Orders, store::orders};", "use super::super::store;", "fn f() { crate::store::x() }"):
            self.forbids("services/orders/src/rpc/orders.rs", text, "rpc may not see store")

    def test_a_module_of_the_same_name_inside_a_floor_is_no_matter(self):
        self.allows("services/orders/src/rpc/orders.rs", "use super::store;")

    def test_a_floors_own_root_file_stands_one_step_from_the_crate(self):
        for place in ("services/orders/src/rpc.rs", "services/orders/src/rpc/mod.rs"):
            self.forbids(place, "use super::store;", "rpc may not see store")

    def test_domain_sees_nothing(self):
        self.forbids("services/catalogue/src/domain/stock.rs", "use crate::app::Stock;", "domain may not see app")

    def test_store_does_not_see_app(self):
        self.forbids("services/catalogue/src/store/levels.rs", "use crate::app::Stock;", "store may not see app")

    def test_each_floor_sees_what_its_row_says(self):
        for floor, allowed in fences.FLOORS.items():
            for target in fences.FLOORS:
                found = self.violations({f"services/reports/src/{floor}.rs": f"use crate::{target}::x;"})
                self.assertEqual(len(found), 0 if allowed is None or target in {floor, *allowed} else 1, found)

    def test_another_services_floors_are_closed_too(self):
        self.forbids("services/orders/src/rpc/orders.rs", "fn f() { pishkhan_catalogue::store::x() }", "rpc may not see store")

    def test_diesel_stands_in_store_only(self):
        self.forbids("services/orders/src/app/save.rs", "use diesel::prelude::*;", "diesel stands in store/ only")
        self.allows("services/orders/src/store/orders.rs", "use diesel::prelude::*;")

    def test_generated_types_stop_at_the_edge(self):
        self.forbids("services/orders/src/app/save.rs", "use pishkhan_proto::orders::v1 as pb;", "gRPC and generated types")
        self.forbids("services/orders/src/domain/order.rs", "fn f() -> tonic::Status { }", "gRPC and generated types")
        for place in ("rpc/orders.rs", "consume/stock.rs", "publish.rs", "cli.rs"):
            self.allows(f"services/orders/src/{place}", "use pishkhan_proto::orders::v1 as pb;")

    def test_a_query_names_its_seller(self):
        place = "services/orders/src/store/orders.rs"
        self.forbids(place, "pub async fn find(conn: &mut Connection, order_id: Uuid) -> QueryResult<()> {}", "find")
        self.forbids(place, "pub async fn remove<F: Fn(X) -> Y>(conn: &mut Connection, then: F) {}", "remove")
        self.forbids(place, "async fn all(\n    conn: &mut Connection,\n    seller_id: Option<Uuid>,\n) -> QueryResult<()> {}", "all")
        self.allows(place, "pub async fn find(conn: &mut Connection, seller_id: Uuid, order_id: Uuid) -> QueryResult<()> {}")
        self.allows(place, "pub async fn update(conn: &mut Connection, order: &Order) -> QueryResult<()> {}")
        self.forbids(place, "pub fn remove(order_id: Uuid) -> Statement {}", "remove")
        self.forbids(place, "pub fn replace(order_id: Uuid) -> Vec<Statement> {}", "replace")
        self.allows(place, "pub fn remove(seller_id: Uuid, order_id: Uuid) -> Statement {}")

    def test_a_query_without_a_seller_has_a_reason_and_a_reason_has_a_query(self):
        place = "services/catalogue/src/store/images.rs"
        self.allows(place, "pub async fn due(conn: &mut AsyncPgConnection, limit: i64) -> QueryResult<()> {}")
        self.forbids(place, "pub async fn due(conn: &mut AsyncPgConnection, seller_id: Uuid) -> QueryResult<()> {}", "needs no exception")

    def test_an_unknown_floor_is_named(self):
        self.forbids("services/orders/src/helpers.rs", "", "no floor")

    def test_comments_strings_and_test_modules_are_no_code(self):
        self.allows("services/orders/src/app/save.rs", '// diesel\n/* tonic /* prost */ */\nconst A: &str = "diesel";\n#[cfg(test)]\nmod tests { use diesel::x; }\n')


class Texts(Tree):
    def test_legacy_names_stay_in_wire(self):
        self.forbids("services/orders/src/domain/order.rs", "pub struct A { mojoody: i64 }", "mojoody")
        self.forbids("bff/src/routes/market.rs", '#[serde(rename = "f12")]', "f12")
        self.forbids("proto/pishkhan/orders/v1/orders.proto", "message A { string toz = 1; }", "toz")
        self.allows("bff/src/wire/orders.rs", '#[serde(rename = "mojoody")] stock: i64')

    def test_floats_and_routes_are_no_legacy_names(self):
        self.allows("bff/src/routes/market.rs", 'const A: f64 = 1.0; #[get("/market/joz/mojoody-app2")] const B: f32 = 1.0;')

    def test_persian_stays_in_its_homes(self):
        self.forbids("services/orders/src/rpc/orders.rs", 'const A: &str = "سفارش";', "Persian")
        self.forbids("bff/src/routes/market.rs", 'const A: &str = "سفارش";', "Persian")
        self.forbids("frontend/src/features/home/ui/home.tsx", "<p>سلام</p>", "Persian")
        for place in ("bff/src/wire/error.rs", "frontend/src/shared/i18n/locales/fa/common.json", "services/orders/tests/it/main.rs", "frontend/src/features/home/home.test.tsx"):
            self.allows(place, '"سفارش"')

    def test_persian_in_comments_explains(self):
        self.allows("services/orders/src/domain/order.rs", "/// the panel's «سفارش»\npub struct Order;")
        self.allows("frontend/src/features/home/ui/home.tsx", "// سلام\n/* سلام */")

    def test_every_service_keeps_its_house(self):
        place, serves = "services/settings/src/cli.rs", "fn serve() { GrpcServer::new(); HOUSE }"
        self.allows(place, serves.replace("HOUSE", 'handle.spawn("housekeeping", x);'))
        self.forbids(place, serves.replace("HOUSE", ""), "forgets nothing")

    def test_the_bff_names_no_database(self):
        self.forbids("bff/src/config.rs", 'const A: &str = "DATABASE_URL";', "opens no database")


class Rust(unittest.TestCase):
    def test_lines_stay(self):
        text = 'let a = r#"x" // no"#; // yes\nlet b = \'"\'; let c: &\'static str = "\\"";\n'
        source = rust_source.read(text)
        self.assertEqual((source.code.count("\n"), source.texts.count("\n")), (2, 2))
        self.assertIn('r#"x" // no"#', source.texts)
        self.assertNotIn("yes", source.texts)
        self.assertIn("&'static str", source.code)
        self.assertNotIn("no", source.code)

    def test_what_is_for_tests_only_is_no_code(self):
        text = "#[cfg(test)]\n#[path = \"x\"] // why\nmod a { fn b() {} }\n#[cfg(all(test, unix))]\nfn c() {}\n#[cfg(not(test))]\nfn d() {}\n"
        self.assertEqual([path for _, path in sorted(rust_source.read(text).paths()) if path[-1] in "abcd"], [("d",)])

    def test_groups_are_written_out_and_paths_in_macros_seen(self):
        text = "use crate::{app::Orders,\n    store::{orders, lines as l}};\nfn f() { if vec![g::<crate::domain::D>()] { super::super::x } }\n"
        found = rust_source.read(text).paths()
        for line, path in ((1, "crate::app::Orders"), (2, "crate::store::orders"), (2, "crate::store::lines"), (3, "crate::domain::D"), (3, "super::super::x")):
            self.assertIn((line, tuple(path.split("::"))), found)

    def test_functions_are_found_whatever_stands_around_their_parameters(self):
        text = "impl A {\n    pub(crate) async fn a<F: Fn(X) -> Y>(b: fn(C) -> D)\n    where\n        F: Send {}\n    fn e() {}\n}\n"
        self.assertEqual(rust_source.read(text).functions, [(2, "a", "(b: fn(C) -> D)", ""), (5, "e", "()", "")])


if __name__ == "__main__":
    unittest.main()
