"""What `make green` looks at: of a change, everything that it reaches, and of what is left out, the names."""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "deploy/dev/lib"))

import reach as subject  # noqa: E402

CRATES = {"services/chassis": "pishkhan-chassis", "services/chassis-db": "pishkhan-chassis-db", "services/orders": "pishkhan-orders", "bff": "pishkhan-bff", "proto": "pishkhan-proto"}


def reach(*change: str, gone: tuple[str, ...] = (), read_by: tuple[str, ...] = (), imported_by: tuple[str, ...] = ()) -> subject.Reach:
    return subject.reach(change, CRATES, lambda path: path not in gone, lambda _: read_by, lambda _: imported_by)


class Reached(unittest.TestCase):
    def test_a_service_reaches_its_crate_and_the_main_path(self):
        to = reach("services/orders/src/domain/price.rs", "services/orders/README.md")
        self.assertEqual((to.crates, to.specs, to.client, to.upgrade), ({"pishkhan-orders"}, {"path"}, False, False))
        self.assertEqual(reach("services/chassis-db/src/lib.rs").crates, {"pishkhan-chassis-db"})

    def test_what_images_are_built_of_reaches_the_rules_of_what_is_deployed(self):
        for path in ("deploy/k8s/orders/base/server.yaml", "deploy/docker/Dockerfile", "deploy/compose/compose.yaml", ".dockerignore", "services/orders/Cargo.toml", "Cargo.lock"):
            self.assertTrue(reach(path).manifests, path)
        self.assertFalse(reach("services/orders/src/lib.rs").manifests)

    def test_a_migration_is_tried_on_data_of_older_versions_too(self):
        self.assertTrue(reach("services/orders/migrations/0009_x/up.sql").upgrade)
        self.assertTrue(reach("deploy/upgrade/2026-11-22/contracts.binpb.gz").upgrade)

    def test_what_every_crate_is_built_of_reaches_every_crate(self):
        for path in ("Cargo.lock", "Cargo.toml", "clippy.toml", "rust-toolchain.toml", ".config/nextest.toml"):
            self.assertTrue(reach(path).every_crate, path)
        self.assertFalse(reach("services/orders/Cargo.toml").every_crate)

    def test_a_file_that_a_crates_tests_read_reaches_that_crate(self):
        self.assertEqual(reach("docs/operations/limits.md", read_by=("bff/tests/it/hostile.rs", "elsewhere.rs")).crates, {"pishkhan-bff"})
        self.assertEqual(reach("docs/OPERATIONS.md"), subject.Reach())

    def test_a_contract_reaches_the_lint_of_contracts_and_all_that_stands_on_it(self):
        to = reach("proto/pishkhan/orders/v1/orders.proto")
        self.assertEqual((to.contracts, to.crates), (True, {"pishkhan-proto"}))

    def test_a_feature_of_the_client_reaches_its_browser_tests(self):
        to = reach("frontend/src/features/invoice/ui/Paper.tsx")
        self.assertEqual((to.related, to.specs), (["frontend/src/features/invoice/ui/Paper.tsx"], {"path", "invoice"}))
        self.assertEqual((to.client, to.size, to.every_client_test, to.crates), (True, True, False, set()))
        self.assertFalse(reach("frontend/src/features/invoice/ui/Paper.test.tsx").size)

    def test_what_cannot_be_asked_for_its_tests_has_them_all_run(self):
        for path in ("frontend/package-lock.json", "frontend/vitest.config.mts", "frontend/src/testing/setup.ts", "frontend/public/theme-boot.js"):
            self.assertTrue(reach(path).every_client_test, path)
        gone = "frontend/src/shared/lib/old.ts"
        self.assertTrue(reach(gone, gone=(gone,)).every_client_test)

    def test_a_browser_test_reaches_itself_and_a_model_those_that_use_it(self):
        to = reach("frontend/e2e/specs/zoom.spec.ts")
        self.assertEqual((to.specs, to.scripts), ({"path", "zoom"}, True))
        self.assertEqual(reach("frontend/e2e/models/axe.ts", imported_by=("frontend/e2e/specs/screens.spec.ts",)).specs, {"path", "screens"})

    def test_the_document_of_the_bff_reaches_the_clients_types(self):
        to = reach("bff/openapi.json")
        self.assertEqual((to.client, to.related, to.crates), (True, [], {"pishkhan-bff"}))

    def test_what_is_left_out_is_named(self):
        said = "\n".join(subject.left_out(reach("services/orders/src/lib.rs"), ["path", "zoom", "invoice"]))
        for words in ("does not stand on pishkhan-orders", "client: types", "browser: invoice zoom", "contracts", "data of older versions", "licences"):
            self.assertIn(words, said)


class Here(unittest.TestCase):
    """Of this repository."""

    def test_every_feature_has_its_browser_tests_and_each_of_them_is_there(self):
        features = {folder.name for folder in (ROOT / "frontend/src/features").iterdir() if folder.is_dir()}
        specs = {file.name.partition(".spec.")[0] for file in (ROOT / "frontend/e2e/specs").glob("*.spec.ts")}
        self.assertEqual(set(subject.SPECS), features)
        self.assertLessEqual({spec for names in subject.SPECS.values() for spec in names.split()} | subject.TABLES | {subject.MAIN_PATH}, specs)

    def test_who_reads_and_who_imports_is_found(self):
        self.assertIn("bff/tests/it/hostile.rs", subject.read_by_crates("docs/operations/limits.md"))
        self.assertIn("bff/tests/it/seeding.rs", subject.read_by_crates("deploy/demo/products.csv"))
        self.assertEqual(subject.read_by_crates("docs/OPERATIONS.md"), [])
        # by way of a model
        self.assertIn("frontend/e2e/specs/path.spec.ts", subject.imported_by_specs("frontend/e2e/models/orderPage.ts"))
        self.assertIn("frontend/e2e/specs/screens.spec.ts", subject.imported_by_specs("frontend/e2e/models/axe.ts"))

    def test_the_crates_are_found_by_their_folders(self):
        crates = subject.crates_here()
        self.assertEqual((crates["services/chassis-db"], crates["bff"]), ("pishkhan-chassis-db", "pishkhan-bff"))


if __name__ == "__main__":
    unittest.main()
