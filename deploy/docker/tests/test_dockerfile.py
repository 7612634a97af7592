"""The Dockerfile, empty-crates and .dockerignore agree with the repository; each fault that is planted is told by exactly its sentences."""

from __future__ import annotations

import ast
import dataclasses
import json
import pathlib
import sys
import types
import unittest
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

sys.dont_write_bytecode = True
FOLDER = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(FOLDER))

import facts  # noqa: E402
import rules  # noqa: E402

GOOD = facts.load()
# Not told again by each test that plants another.
KNOWN = rules.faults(GOOD)
GONE = object()
NO_STAGE = "which is neither a stage above it nor an image that an ARG names"

Fault = tuple[facts.Repository, list[str]]


def text(field: str, old: str, new: str, *told: str) -> Fault:
    """OLD stands once in the file."""
    before = getattr(GOOD, field)
    if before.count(old) != 1:
        raise ValueError(f"{field} has {old!r} {before.count(old)} times")
    return dataclasses.replace(GOOD, **{field: before.replace(old, new)}), list(told)


def dockerfile(old: str, new: str, *told: str) -> Fault:
    return text("dockerfile", old, new, *told)


def stage(name: str, old: str, new: str, *told: str) -> Fault:
    """OLD stands once in the stage, or is empty: NEW is its first line then."""
    above, head, below = GOOD.dockerfile.partition(f" AS {name}\n")
    body, end, rest = below.partition("\nFROM ")
    if not head or old and body.count(old) != 1:
        raise ValueError(f"the stage {name} has {old!r} {body.count(old)} times")
    return dataclasses.replace(GOOD, dockerfile=above + head + (body.replace(old, new) if old else f"{new}\n{body}") + end + rest), list(told)


def ignore(old: str, new: str, *told: str) -> Fault:
    """Lines of .dockerignore; without OLD, NEW is the last."""
    before = f"\n{GOOD.ignore}"
    if old and before.count(f"\n{old}\n") != 1:
        raise ValueError(f".dockerignore has no line {old}")
    changed = before.replace(f"\n{old}\n", f"\n{new}\n") if old else f"{before}{new}\n"
    return dataclasses.replace(GOOD, ignore=changed), [f".dockerignore: {one}" for one in told]


def setting(service: str, name: str, value: str, *told: str) -> Fault:
    return dataclasses.replace(GOOD, settings=GOOD.settings | {service: GOOD.settings[service] | {name: value}}), list(told)


def crates(change: Callable[[dict[str, facts.Json]], object], *told: str) -> Fault:
    """CHANGE takes the packages by their names without `pishkhan-`."""
    packages = {one["name"].removeprefix("pishkhan-"): one for one in json.loads(json.dumps(GOOD.metadata["packages"]))}
    change(packages)
    return dataclasses.replace(GOOD, metadata=GOOD.metadata | {"packages": [*packages.values()]}), list(told)


def package(folder: str) -> facts.Json:
    return {"name": f"pishkhan-{pathlib.Path(folder).name}", "manifest_path": str(facts.ROOT / folder / "Cargo.toml"), "targets": [], "dependencies": []}


def needs(name: str, other: str, kind: str | None, *told: str) -> Fault:
    """Another dependency on one of our crates."""
    one = {"name": f"pishkhan-{other}", "kind": kind, "path": str(facts.ROOT / f"services/{other}")}
    return crates(lambda packages: packages[name]["dependencies"].append(one), *told)


def pod(name: str, changes: dict[str, object], *told: str) -> Fault:
    """Other values at paths of keys below the spec of a pod."""
    objects = json.loads(json.dumps(GOOD.objects))
    [owner] = [one for one in objects if one["kind"] in rules.kustomize.TEMPLATES and one["metadata"]["name"] == name]
    for path, value in changes.items():
        where = owner
        *keys, last = [*rules.kustomize.TEMPLATES[owner["kind"]], "spec", *path.split()]
        for key in keys:
            where = where[int(key)] if isinstance(where, list) else where[key]
        if value is GONE:
            del where[last]
        else:
            where[last] = value
    return dataclasses.replace(GOOD, objects=objects), list(told)


def faults_of_the_build() -> Iterator[Fault]:
    yield dockerfile("COPY services/sheet/Cargo.toml services/sheet/\n", "", "manifests: services/sheet/Cargo.toml is not copied")
    yield dockerfile("Cargo.toml Cargo.lock ./", "Cargo.toml ./", "manifests: Cargo.lock is not copied", ".dockerignore: Cargo.lock is let in, and no stage copies it")
    yield dockerfile("COPY .cargo .cargo", "COPY .cargo ./", "manifests: .cargo is copied to /src, not to /src/.cargo")
    moved = "manifests: bff/Cargo.toml is copied to /src/services/bff/Cargo.toml, not to /src/bff/Cargo.toml"
    yield dockerfile("COPY bff/Cargo.toml bff/", "COPY bff/Cargo.toml services/bff/", moved)
    yield stage("manifests", "", "COPY proto/src /src/proto/src", "manifests: proto/src is copied, which is no manifest of ours")
    yield stage("manifests", "", "COPY --from=client /src/client.cdx.json /", "manifests: /src/client.cdx.json of client is copied, which is no manifest of ours")
    yield crates(lambda packages: packages.update(more=package("services/more")), "manifests: services/more/Cargo.toml is not copied")
    yield crates(lambda packages: packages.pop("testkit"), "manifests: services/testkit/Cargo.toml is copied, which is no manifest of ours")
    yield dockerfile(
        "FROM ${RUST_IMAGE} AS manifests",
        "FROM ${RUST_IMAGE} AS all-manifests",
        "manifests: there is no such stage",
        "BUILD_FROM is dependencies, which does not come from manifests",
        *(f"{name}: is FROM manifests, {NO_STAGE}" for name in ("dependencies", "dependencies-of-all", "parts")),
    )

    yield stage("sources-orders", "COPY services/calendar /services/calendar\n", "", "sources-orders: services/calendar is not copied")
    yield stage("sources-auth", "", "COPY services/sheet /services/sheet", "sources-auth: services/sheet is copied, which auth does not need")
    others = [f"sources-{name}: services/sheet is copied, which {name} does not need" for name in ("auth", "settings", "orders", "catalogue", "reports")]
    yield stage("sources-shared", "", "COPY services/sheet /services/sheet", *others)
    yield stage("sources-bff", "COPY bff /bff", "COPY bff /src/bff", "sources-bff: bff is copied to /src/bff, not to /bff")
    yield stage("sources-bff", "", "COPY --from=client / /client", "sources-bff: / of client is copied, which bff does not need")
    others = [f"sources-{name}: begins with ${{RUNTIME_IMAGE}}, not with scratch" for name in facts.SERVICES]
    yield dockerfile("FROM scratch AS sources-shared", "FROM ${RUNTIME_IMAGE} AS sources-shared", *others)
    yield dockerfile("AS sources-reports", "AS sources-figures", "sources-reports: there is no such stage", f"sources: is FROM sources-${{SERVICE}}, {NO_STAGE}")
    yield needs("orders", "sheet", None, "sources-orders: services/sheet is not copied")
    yield needs("auth", "calendar", "build", "sources-auth: services/calendar is not copied")
    yield needs("memory", "calendar", None, *(f"sources-{name}: services/calendar is not copied" for name in ("auth", "catalogue")))
    yield needs("auth", "sheet", "dev")
    own = [one for one in GOOD.crates["services/reports"]["dependencies"] if one["name"] != "pishkhan-calendar"]
    yield crates(lambda packages: packages["reports"].update(dependencies=own), "sources-reports: services/calendar is copied, which reports does not need")

    yield dockerfile("BUILD_FROM=dependencies\n", "BUILD_FROM=sources-shared\n", "BUILD_FROM is sources-shared, which does not come from manifests")
    wrong = "build: is not FROM ${BUILD_FROM} with the sources copied over it"
    yield dockerfile("COPY --from=sources / ./", "COPY --from=sources / /work/", wrong)
    yield dockerfile("FROM ${BUILD_FROM} AS build", "FROM manifests AS build", wrong)
    yield dockerfile("FROM sources-${SERVICE} AS sources", "FROM sources-auth AS sources", "sources: is FROM sources-auth, not FROM sources-${SERVICE}")


def faults_of_the_images() -> Iterator[Fault]:
    yield dockerfile("FROM runtime AS orders", "FROM runtime AS order", "orders: there is no such stage", f"image: is FROM ${{SERVICE}}, {NO_STAGE}")
    yield dockerfile("FROM runtime AS bff", "FROM client AS bff", "bff: is FROM client, not FROM runtime")
    lost = "orders: /out/orders is not copied to /usr/local/bin/orders"
    yield stage("orders", "/out/orders", "/out/auth", lost, "orders: copies /out/auth of build")
    yield stage("orders", "/out/orders /usr/local/bin/", "/out/orders /bin/", lost)
    yield stage("auth", "", "COPY --from=client /src/frontend/src /client", "auth: copies /src/frontend/src of client")
    yield stage("reports", "", "COPY --from=build --chown=10001:10001 /volumes/catalogue /var/lib", "reports: copies /volumes/catalogue of build")
    yield stage("settings", "", "COPY proto /proto", "settings: copies proto of the context")
    yield stage("catalogue", " --chown=10001:10001", "", "catalogue: /volumes/catalogue belongs to None, not to 10001:10001")
    yield stage("auth", 'ENTRYPOINT ["/usr/local/bin/auth"]', "ENTRYPOINT /usr/local/bin/auth", "auth: ENTRYPOINT is /usr/local/bin/auth")
    yield stage("auth", '"/usr/local/bin/auth"]', '"/usr/local/bin/bff"]', 'auth: ENTRYPOINT is ["/usr/local/bin/bff"]')
    yield stage("auth", 'CMD ["serve"]', 'CMD ["migrate"]', 'auth: CMD is ["migrate"]')
    yield stage("pishkhanctl", '\nCMD ["--help"]', "", "pishkhanctl: CMD is missing")
    yield stage("reports", '"health"', '"serve"', 'reports: HEALTHCHECK is ["/usr/local/bin/reports", "serve"]')
    yield stage("reports", 'CMD ["/usr/local/bin/reports", "health"]', "NONE", "reports: HEALTHCHECK is NONE")
    yield stage("pishkhanctl", "", 'HEALTHCHECK CMD ["/usr/local/bin/pishkhanctl", "health"]', 'pishkhanctl: HEALTHCHECK is ["/usr/local/bin/pishkhanctl", "health"]')

    yield dockerfile("USER 10001:10001", "USER 10001", "runtime: USER is 10001, not 10001:10001")
    yield dockerfile("USER 10001:10001\n", "", "runtime: USER is missing, not 10001:10001")
    yield stage("bff", "", "USER 0", "bff: sets USER")
    yield stage("image", "", "USER 0", "image: sets USER")
    for name in ("runtime", "orders", "image"):
        yield stage(name, "", "ENV RUST_LOG=info", f"{name}: sets ENV")
    for path in ("deploy/demo", "deploy/demo/images", "deploy"):
        yield stage("client", "", f"COPY {path} demo", f"client: copies {path}, which has data of the demo", f".dockerignore: {path} is left out, and a stage copies it")
    yield stage("client", "", "COPY . .", "client: copies ., which has data of the demo")

    yield stage("orders", "9053", "9054", "orders: EXPOSE is 50053 50063 9054, and its settings listen on 50053 50063 9053")
    yield stage("pishkhanctl", "", "EXPOSE 80", "pishkhanctl: EXPOSE is 80, and its settings listen on nothing")
    yield setting("bff", "BFF_LISTEN", "[::]:8000", "bff: EXPOSE is 8080 9080, and its settings listen on 8000 9080")
    yield setting("bff", "PISHKHAN_ADMIN_LISTEN", "", "bff: EXPOSE is 8080 9080, and its settings listen on 8080")

    place = "/usr/share/pishkhan/client"
    yield setting("bff", "BFF_STATIC_DIR", "/client", f"bff: BFF_STATIC_DIR is /client, and the client lies in {place}")
    yield stage("bff", place, "/client", f"bff: BFF_STATIC_DIR is {place}, and the client lies in /client")
    yield stage("bff", f"COPY --from=client /src/frontend/dist {place}\n", "", f"bff: BFF_STATIC_DIR is {place}, and the client lies in no folder")
    yield setting("bff", "BFF_IMAGES_DIR", "/images", "bff: BFF_IMAGES_DIR is /images, and the image has no pictures")

    first = "containers 0"
    yield pod("auth", {f"{first} image": "registry.example/auth:1"}, "Deployment auth: registry.example/auth:1 is no image of ours")
    yield pod("orders", {f"{first} image": "registry.example/pishkhan/mail:1"}, "Deployment orders: registry.example/pishkhan/mail:1 is no image of ours")
    yield pod("auth", {"initContainers": [{"name": "wait", "image": "busybox:1"}]}, "Deployment auth: busybox:1 is no image of ours")
    yield pod("bff", {f"{first} args": ["migrate"]}, "Deployment bff: bff does not understand ['migrate']")
    yield pod("auth-migrate", {f"{first} args": ["migrate", "now"]}, "Job auth-migrate: auth does not understand ['migrate', 'now']")
    yield pod("check-figures", {f"{first} args": GONE}, "CronJob check-figures: pishkhanctl does not understand []")
    yield pod("auth", {f"{first} command": ["/bin/sh"]}, "Deployment auth: command replaces the ENTRYPOINT of auth")
    yield pod("auth", {"securityContext runAsUser": 0}, "Deployment auth: runs as 0:10001, not as 10001:10001")
    yield pod("auth", {f"{first} securityContext runAsGroup": 0}, "Deployment auth: runs as 10001:0, not as 10001:10001")
    yield pod("check-figures", {f"{first} image": "pishkhan/auth", f"{first} args": ["serve"]}, "pods: none is of pishkhanctl")


def faults_of_the_names() -> Iterator[Fault]:
    base = {name: GOOD.arguments[name] for name in rules.BASE_IMAGES}
    for name, image in (
        ("RUST_IMAGE", ""),
        ("RUST_IMAGE", "rust:1.95-bookworm"),
        ("RUST_IMAGE", "docker.io/library/rust"),
        ("NODE_IMAGE", "docker.io/library/node:latest"),
        ("NODE_IMAGE", "library/node:20"),
        ("RUNTIME_IMAGE", "gcr.io/distroless/cc-debian12:latest"),
        ("RUNTIME_IMAGE", "gcr.io/distroless/static"),
    ):
        yield dockerfile(f"ARG {name}={base[name]}\n", f"ARG {name}={image}\n", f"{name} is {image or 'empty'}, which lacks a registry or a version")
    for tag in ("1.94-bookworm", "1.9", "1.950", "1", "bookworm"):
        yield dockerfile(base["RUST_IMAGE"], f"docker.io/library/rust:{tag}", f"RUST_IMAGE is docker.io/library/rust:{tag}, and rust-toolchain.toml names 1.95")
    for tag in ("18-bookworm-slim", "20.18", "lts"):
        yield dockerfile(base["NODE_IMAGE"], f"docker.io/library/node:{tag}", f"NODE_IMAGE is docker.io/library/node:{tag}, and frontend/package.json wants >=20.19.0")
    yield dataclasses.replace(GOOD, rust="1.96"), [f"RUST_IMAGE is {base['RUST_IMAGE']}, and rust-toolchain.toml names 1.96"]
    for wanted in (">=22", "20 || 22"):
        yield dataclasses.replace(GOOD, node=wanted), [f"NODE_IMAGE is {base['NODE_IMAGE']}, and frontend/package.json wants {wanted}"]
    yield dockerfile("FROM ${NODE_IMAGE} AS client\n", "FROM node:20 AS client\n", f"client: is FROM node:20, {NO_STAGE}")
    yield dockerfile("FROM ${NODE_IMAGE} AS client\n", "FROM image AS client\n", f"client: is FROM image, {NO_STAGE}")

    title, version = "org.opencontainers.image.title", "org.opencontainers.image.version"
    yield dockerfile("FROM ${SERVICE} AS image", "FROM orders AS image", "image: is the last stage, and FROM orders, not FROM ${SERVICE}")
    for name in rules.LABELS:
        yield stage("image", f"{name}=", "x=", f"image: has no label {name}")
    yield stage("image", 'title="pishkhan/${SERVICE}"', 'title="pishkhan"', f"image: the label {title} is pishkhan, without ${{SERVICE}}")
    yield stage("image", '"${VERSION}"', '"1"', f"image: the label {version} is 1, without ${{VERSION}}")
    yield stage("image", "ARG VERSION=0.0.0\n", "", "image: a label has ${VERSION}, which is no ARG of this stage")
    sbom = "image: pishkhan.sbom is /usr/share/pishkhan/sbom/${SERVICE}.cdx.json, and parts are copied to"
    yield stage("image", "/out /usr/share/pishkhan/sbom", "/out /sbom", f"{sbom} /sbom")
    yield stage("image", "COPY --from=parts /out /usr/share/pishkhan/sbom\n", "", f"{sbom} no folder")


def faults_of_the_context() -> Iterator[Fault]:
    yield ignore("*", "", "begins with !.cargo, not with *", *(f"{path} is not left out" for path in ("deploy/demo", ".git", ".dev", "target", "docs")))
    yield ignore("!proto", "", "proto is left out, and a stage copies it", "proto/Cargo.toml is left out, and a stage copies it")
    yield ignore("!deploy/docker/empty-crates", "", "deploy/docker/empty-crates is left out, and a stage copies it")
    yield ignore("", "services/sh*t", *(f"services/sheet{file} is left out, and a stage copies it" for file in ("", "/Cargo.toml")))
    yield ignore("", "!README.md", "README.md is let in, and no stage copies it")
    for path in rules.EXCLUDED[:-1]:
        yield ignore("", f"!{path}", f"{path} is let in, and no stage copies it", f"{path} is not left out")
    yield ignore("", "!deploy/demo/images", "deploy/demo/images is let in, and no stage copies it", "deploy/demo is not left out")
    yield ignore("**/node_modules", "", "frontend/node_modules is not left out")
    yield ignore("**/node_modules", "node_modules", "frontend/node_modules is not left out")
    yield ignore("bff/tests", "", "bff/tests is not left out")
    yield ignore("", "!services/auth/tests", "services/auth/tests is not left out")


def faults_of_empty_crates() -> Iterator[Fault]:
    """A sentence that ends in … goes on in cargo's words."""
    yield dataclasses.replace(GOOD, script_is_executable=False), ["empty-crates: is not executable"]
    yield text("script", "set -eu", "echo no >&2; exit 3", "empty-crates: ends with 3: no")
    yield text("script", "bff/Cargo.toml ", "", "empty-crates: bff has no bin bff", "empty-crates: bff has no lib pishkhan_bff")
    yield text("script", ": >\"$crate/src/lib.rs\"", "rm \"$manifest\"", "empty-crates: cargo cannot read what it made: …")
    yield text("script", "echo 'fn main() {}' >\"$crate/build.rs\"", ":", "empty-crates: proto has no custom-build build-script-build")
    others = [f"empty-crates: {folder} has a custom-build build-script-build" for folder in GOOD.crates if folder != "proto"]
    yield text("script", "grep -q '^\\[build-dependencies]' \"$manifest\"", "true", *others)
    target = {"kind": ["bin"], "name": "sheets", "src_path": ""}
    yield crates(lambda packages: packages["sheet"]["targets"].append(target), "empty-crates: services/sheet has no bin sheets")
    yield crates(lambda packages: packages["ctl"].update(targets=[]), "empty-crates: services/ctl has a bin pishkhanctl")


def new(rule: Callable[[facts.Repository], Iterator[str]], repository: facts.Repository, lines: set[int]) -> Iterator[str]:
    """What the rule tells beyond KNOWN; adds the lines of rules.py that told it."""
    told = rule(repository)
    for sentence in told:
        if sentence not in KNOWN:
            at: object = told
            while isinstance(at, types.GeneratorType):
                lines.add(at.gi_frame.f_lineno)
                at = at.gi_yieldfrom
            yield sentence


class Dockerfile(unittest.TestCase):
    maxDiff = None

    def test_the_repository_keeps_the_rules(self) -> None:
        self.assertEqual(KNOWN, [])
        self.assertEqual(list(rules.empty_crates(GOOD)), [])

    def test_each_planted_fault_is_told_by_its_sentences_and_each_rule_tells_one(self) -> None:
        lines: set[int] = set()
        for faults in (faults_of_the_build, faults_of_the_images, faults_of_the_names, faults_of_the_context):
            for number, (repository, wanted) in enumerate(faults(), 1):
                with self.subTest(faults.__name__, number=number):
                    self.assertEqual([told for rule in rules.RULES for told in new(rule, repository, lines)], wanted)
        planted = list(faults_of_empty_crates())
        with ThreadPoolExecutor() as threads:
            all_told = list(threads.map(lambda fault: list(new(rules.empty_crates, fault[0], lines)), planted))
        for number, ((_, wanted), told) in enumerate(zip(planted, all_told), 1):
            with self.subTest("faults_of_empty_crates", number=number):
                self.assertEqual([f"{one[: len(words) - 1]}…" if words.endswith("…") else one for one, words in zip(told, wanted, strict=True)], wanted)

        file = ast.parse((FOLDER / "rules.py").read_text(encoding="utf-8"))
        generators = {rule.__name__ for rule in (*rules.RULES, rules.empty_crates, rules._placed)}
        functions = [one for one in file.body if isinstance(one, ast.FunctionDef) and one.name in generators]
        told_nowhere = [
            f"{function.name}, line {one.lineno}"
            for function in functions
            for one in ast.walk(function)
            if isinstance(one, (ast.Yield, ast.YieldFrom)) and not lines & {*range(one.lineno, one.end_lineno + 1)}
        ]
        self.assertEqual(len(functions), len(generators))
        self.assertEqual(told_nowhere, [])

    def test_versions_that_a_base_image_may_have(self) -> None:
        digest = f"@sha256:{'0123456789abcdef' * 4}"
        for name, image in (
            ("RUST_IMAGE", "registry.example:5000/mirror/rust:1.95.0-bookworm"),
            ("RUST_IMAGE", f"docker.io/library/rust:1.95{digest}"),
            ("NODE_IMAGE", "docker.io/library/node:20.19-slim"),
            ("NODE_IMAGE", "docker.io/library/node:22"),
            ("RUNTIME_IMAGE", f"gcr.io/distroless/cc-debian12{digest}"),
            ("RUNTIME_IMAGE", "gcr.io/distroless/cc-debian12:nonroot"),
        ):
            with self.subTest(image):
                repository, _ = dockerfile(f"ARG {name}={GOOD.arguments[name]}\n", f"ARG {name}={image}\n")
                self.assertEqual([told for told in rules.bases(repository) if told.startswith(name)], [])

    def test_the_parser_reads_what_docker_reads(self) -> None:
        written = "ARG A=1\nARG B\n# x\nFROM scratch AS one\nWORKDIR /a\nRUN x \\\n # not this\n  --y\n"
        written += 'FROM one AS two\nCOPY --from=b --chown=1:2 ["c", "d e", "f/"]\nCOPY proto ../g/\n'
        arguments, stages = facts.parse(written)
        self.assertEqual(arguments, {"A": "1", "B": ""})
        self.assertEqual([(one.name, one.base) for one in stages.values()], [("one", "scratch"), ("two", "one")])
        self.assertEqual([value.split() for value in stages["one"].all("RUN")], [["x", "--y"]])
        copies = list(dataclasses.replace(GOOD, dockerfile=written).copies(stages["two"]))
        self.assertEqual(copies, [rules.Copy("c", "/a/f/c", "b", "1:2"), rules.Copy("d e", "/a/f/d e", "b", "1:2"), rules.Copy("proto", "/g", None, None)])

    def test_what_the_parser_does_not_know_is_told_and_nothing_else(self) -> None:
        for old, line, words in (
            ("WORKDIR /\n", "VOLUME /x", "the parser does not know VOLUME /x"),
            ("WORKDIR /\n", "COPY <<X /x", "the parser does not know COPY <<X /x"),
            ("ARG BUILD_FROM=dependencies\n", "RUN true", "the parser does not know RUN before the first FROM"),
            ("FROM runtime AS auth\n", "FROM runtime", "a stage needs a name of its own: FROM runtime"),
            ("FROM runtime AS auth\n", "FROM runtime AS bff", "a stage needs a name of its own: FROM runtime AS bff"),
        ):
            with self.subTest(line):
                repository, _ = dockerfile(f"\n{old}", f"\n{line}\n")
                self.assertEqual(rules.faults(repository), [f"Dockerfile: {words}"])


if __name__ == "__main__":
    unittest.main()
