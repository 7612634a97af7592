"""The part of kustomize that the folders below deploy/k8s use: render(FOLDER) gives the objects that `kubectl kustomize FOLDER` prints.

What kustomize knows besides is refused, never passed over: a machine without kubectl must not render something else than one with it.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dev/lib"))

from packages import use  # noqa: E402

use("kubernetes")

import yaml  # noqa: E402

FIELDS = {"apiVersion", "kind", "resources", "components", "namespace", "labels", "images", "configMapGenerator", "generatorOptions", "patches"}
API_VERSIONS = {"Kustomization": "kustomize.config.k8s.io/v1beta1", "Component": "kustomize.config.k8s.io/v1alpha1"}
CLUSTER_SCOPED = {"Namespace", "PriorityClass", "IngressClass", "StorageClass", "PersistentVolume", "ClusterRole", "CustomResourceDefinition"}
# kustomize takes the first for a namespaced kind, and changes the subjects of the others
NOT_WITH_NAMESPACE = {"GatewayClass", "RoleBinding", "ClusterRoleBinding"}
# Pods of other forms, with lists to merge, images and references.
NOT_KNOWN = {"Pod", "PodTemplate", "ReplicaSet", "ReplicationController"}
# Where the template of a pod lies.
TEMPLATES = {kind: ("spec", "template") for kind in ("Deployment", "StatefulSet", "DaemonSet", "Job")}
TEMPLATES["CronJob"] = ("spec", "jobTemplate", "spec", "template")
# Lists that a strategic merge patch merges item by item, by the last two fields of their path; every other list is replaced.
MERGED = {("spec", name): ("name",) for name in ("containers", "initContainers", "volumes", "imagePullSecrets")}
MERGED["spec", "hostAliases"] = ("ip",)
MERGED["spec", "topologySpreadConstraints"] = ("topologyKey", "whenUnsatisfiable")
for _containers in ("containers", "initContainers"):
    MERGED |= {(_containers, "env"): ("name",), (_containers, "ports"): ("containerPort", "protocol")}
    MERGED |= {(_containers, "volumeMounts"): ("mountPath",), (_containers, "volumeDevices"): ("devicePath",)}
MERGED_OF_SERVICE = {("spec", "ports"): ("port", "protocol")}
# The order of what is printed; what is not named stands at the end.
ORDER = ("Namespace", "PriorityClass", "ServiceAccount", "ConfigMap", "Secret", "PersistentVolumeClaim", "Service", "Deployment", "StatefulSet", "Job", "CronJob")

Json = dict[str, Any]


class KustomizeError(Exception):
    """One sentence that names the file."""


@dataclass
class Item:
    """An object, with the names that patches and merges know it by: (namespace, name)."""

    of: Json
    hashed: bool = False
    names: set[tuple[str, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.names.add(self.place)

    @property
    def meta(self) -> Json:
        return self.of["metadata"]

    @property
    def place(self) -> tuple[str, str]:
        return self.meta.get("namespace") or "default", self.meta["name"]

    @property
    def id(self) -> tuple[str, str, str, str]:
        return self.of["apiVersion"], self.of["kind"], *self.place

    @property
    def group(self) -> str:
        return self.of["apiVersion"].rpartition("/")[0]

    @property
    def version(self) -> str:
        return self.of["apiVersion"].rpartition("/")[2]

    def __str__(self) -> str:
        return f"{self.of['kind']} {self.meta['name']}"


def render(folder: pathlib.Path) -> list[Json]:
    """The objects of a folder with a kustomization.yaml."""
    items: list[Item] = []
    _accumulate(pathlib.Path(folder).resolve(), "Kustomization", items, ())
    renamed = {}
    for item in items:
        if item.hashed:
            renamed[item.place] = item.meta["name"] = f"{item.meta['name']}-{_hash(item.of)}"
    for item in items:
        _follow(item, renamed)
    rank = {kind: at for at, kind in enumerate(ORDER)}
    items.sort(key=lambda item: (rank.get(item.of["kind"], len(rank)), item.id))
    return [item.of for item in items]


def dump(objects: list[Json]) -> str:
    return yaml.dump_all(objects, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=160)


def _accumulate(folder: pathlib.Path, kind: str, items: list[Item], within: tuple[pathlib.Path, ...]) -> None:
    """Adds what FOLDER brings to ITEMS; a component changes what is there already, too."""
    file = folder / "kustomization.yaml"
    if folder in within:
        raise KustomizeError(f"{file} stands on itself")
    spec = _one(file)
    _known(spec, FIELDS, str(file))
    if spec.get("kind", "Kustomization") != kind or spec.get("apiVersion", API_VERSIONS[kind]) != API_VERSIONS[kind]:
        raise KustomizeError(f"{file} must be a {kind} of {API_VERSIONS[kind]}")
    for name in _list(spec, "resources", file, str):
        path = (folder / name).resolve()
        brought: list[Item] = []
        if path.is_dir():
            _accumulate(path, "Kustomization", brought, (*within, folder))
        else:
            brought += _resources(_inside(folder, name, file))
        for item in brought:
            _add(items, item, path)
    options = _options(spec.get("generatorOptions"), file)
    for generator in _list(spec, "configMapGenerator", file):
        _generate(items, generator, options, folder, file)
    for name in _list(spec, "components", file, str):
        _accumulate((folder / name).resolve(), "Component", items, (*within, folder))
    for patch in _list(spec, "patches", file):
        # a component is for many; what one of them lacks, it may select by its kind all the same
        if not _patch(items, patch, folder, file) and not (kind == "Component" and "name" not in (patch.get("target") or {"name"})):
            raise KustomizeError(f"{file} has a patch that matches nothing: {patch.get('path') or patch.get('target') or patch['patch']}")
    if namespace := _strings({"namespace": {"is": spec["namespace"]}} if "namespace" in spec else {}, "namespace", str(file)).get("is"):
        _set_namespace(items, namespace, file)
    for label in _list(spec, "labels", file):
        _set_labels(items, label, file)
    for image in _list(spec, "images", file):
        _set_images(items, image, file)


# --- files ---


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """As kustomize reads YAML: no numbers to the base of sixty, no key twice."""

    yaml_implicit_resolvers = {
        first: [(tag, re.compile(regexp.pattern.replace(r"|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+", ""), re.X)) for tag, regexp in found]
        for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Json:
        keys = [key.value for key, _ in node.value]
        if twice := {str(key) for key in keys if keys.count(key) > 1}:
            raise yaml.constructor.ConstructorError(None, None, f"{', '.join(sorted(twice))} stands twice", node.start_mark)
        return super().construct_mapping(node, deep)

    def refuse(self, node: yaml.ScalarNode) -> None:
        # kustomize would make a time, a number or a truth of it
        raise yaml.constructor.ConstructorError(None, None, f"{node.value} must be quoted", node.start_mark)


_Loader.add_implicit_resolver("tag:yaml.org,2002:timestamp", re.compile(r"[-+]?[0-9]+[eE][-+]?[0-9]+$|0o[0-7]+$|[ynYN]$"), list("+-0123456789ynYN"))
_Loader.add_constructor("tag:yaml.org,2002:timestamp", _Loader.refuse)


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    # other readers of YAML take more for numbers and for yes and no than PyYAML does
    quoted = re.match(r"[\d.+-]|[ynYN]$", text) and "\n" not in text
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if quoted else "|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def _inside(folder: pathlib.Path, name: str, file: pathlib.Path) -> pathlib.Path:
    """kustomize reads no file outside the folder that names it."""
    path = (folder / name).resolve()
    if not path.is_file():
        raise KustomizeError(f"{file} names {name}, which is not there")
    if not path.is_relative_to(folder):
        raise KustomizeError(f"{file} names {name}, which lies outside its folder")
    return path


# many folders stand on the same files
@cache
def _documents(text: str) -> list[Any]:
    return [document for document in yaml.load_all(text, Loader=_Loader) if document is not None]


def _parsed(text: str, where: str) -> list[Any]:
    try:
        return _copy(_documents(text))
    except yaml.YAMLError as error:
        raise KustomizeError(f"{where} is no YAML: {' '.join(str(error).split())}") from error


def _read(path: pathlib.Path) -> str:
    try:
        return path.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise KustomizeError(f"{path} cannot be read: {error}") from error


def _one(path: pathlib.Path) -> Json:
    documents = _parsed(_read(path), str(path))
    if len(documents) != 1 or not isinstance(documents[0], dict):
        raise KustomizeError(f"{path} must hold one object")
    return documents[0]


def _resources(path: pathlib.Path) -> list[Item]:
    documents = _parsed(_read(path), str(path))
    if not documents:
        raise KustomizeError(f"{path} is listed, but empty")
    return [Item(_object(document, str(path))) for document in documents]


def _object(document: Any, where: str) -> Json:
    if not isinstance(document, dict) or not all(isinstance(document.get(name), str) for name in ("apiVersion", "kind")):
        raise KustomizeError(f"{where} holds something without apiVersion and kind")
    if not isinstance(document.get("metadata"), dict) or not isinstance(document["metadata"].get("name"), str):
        raise KustomizeError(f"{where} holds a {document['kind']} without a name")
    if document["kind"] in NOT_KNOWN:
        raise KustomizeError(f"{where} holds a {document['kind']}, which this renderer does not know")
    return document


def _known(given: Any, fields: set[str], where: str) -> None:
    if not isinstance(given, dict):
        raise KustomizeError(f"{where} must hold fields, not {given!r}")
    if unknown := sorted(str(name) for name in given.keys() - fields):
        raise KustomizeError(f"{where} has {', '.join(unknown)}, which this renderer does not know")


def _list(given: Json, name: str, where: object, of: type = dict) -> list[Any]:
    value = given.get(name) or []
    if not isinstance(value, list) or not all(isinstance(one, of) for one in value):
        raise KustomizeError(f"{where}: {name} must be a list of {'texts' if of is str else 'objects'}")
    return value


def _strings(given: Json, name: str, where: str) -> dict[str, str]:
    value = given.get(name) or {}
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in (*value, *value.values())):
        raise KustomizeError(f"{where}: {name} must hold strings")
    return value


# --- resources and generators ---


def _add(items: list[Item], item: Item, where: object) -> None:
    if any(other.id == item.id for other in items):
        raise KustomizeError(f"{where} brings {item}, which is there already")
    items.append(item)


def _options(given: Json | None, where: object) -> Json:
    _known(given := given or {}, {"labels", "annotations", "immutable", "disableNameSuffixHash"}, f"{where}: the options of a generator")
    texts = {name: _strings(given, name, str(where)) for name in ("labels", "annotations")}
    return texts | {name: given.get(name) is True for name in ("immutable", "disableNameSuffixHash")}


def _generate(items: list[Item], given: Json, shared: Json, folder: pathlib.Path, file: pathlib.Path) -> None:
    where = f"{file}: configMapGenerator"
    _known(given, {"name", "envs", "literals", "behavior", "options"}, where)
    name, behavior, own = given.get("name"), given.get("behavior", "create"), _options(given.get("options"), file)
    if not isinstance(name, str) or behavior not in ("create", "merge", "replace"):
        raise KustomizeError(f"{where} needs a name, and create, merge or replace as its behavior")
    pairs = [pair for env in _list(given, "envs", where, str) for pair in _env(_inside(folder, env, file))]
    pairs += [_literal(text, where) for text in _list(given, "literals", where, str)]
    if len(dict(pairs)) < len(pairs):
        raise KustomizeError(f"{where} {name} has a key twice")
    made: Json = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}}
    made |= {"data": dict(pairs)} if pairs else {}
    made |= {"immutable": True} if own["immutable"] or shared["immutable"] else {}
    for kept in ("labels", "annotations"):
        if both := {**shared[kept], **own[kept]}:
            made["metadata"][kept] = both
    item = Item(made, not (own["disableNameSuffixHash"] or shared["disableNameSuffixHash"]))
    if behavior == "create":
        _add(items, item, where)
        return
    found = [at for at, other in enumerate(items) if other.of["kind"] == "ConfigMap" and item.names & other.names]
    if len(found) != 1:
        raise KustomizeError(f"{where} {name} shall {behavior} one that is there, but there are {len(found)}")
    items[found[0]] = _upon(item, items[found[0]], behavior == "merge")


def _upon(new: Item, old: Item, merge: bool) -> Item:
    """NEW in the place of OLD, as kustomize does it: `immutable` of the old one is lost, its data stay where they shall merge."""
    for kept in ("labels", "annotations"):
        if both := {**old.meta.get(kept, {}), **new.meta.get(kept, {})}:
            new.meta[kept] = both
    if merge and (data := {**old.of.get("data", {}), **new.of.get("data", {})}):
        new.of["data"] = data
    new.of["metadata"] = {**new.meta, **{name: old.meta[name] for name in ("name", "namespace") if name in old.meta}}
    return Item(new.of, old.hashed and new.hashed, old.names)


def _env(path: pathlib.Path) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(_read(path).removeprefix("\ufeff").split("\n"), 1):
        line = line.removesuffix("\r").lstrip()
        if not line or line.startswith("#"):
            continue
        key, equals, value = line.partition("=")
        # kustomize takes the value of a line without = from the environment of who calls it
        if not equals:
            raise KustomizeError(f"{path}:{number} has no =")
        yield _key(key, f"{path}:{number}"), value


def _literal(text: str, where: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise KustomizeError(f"{where}: the literal {text!r} is no KEY=VALUE")
    quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return _key(key, where), value[1:-1] if quoted else value


def _key(key: str, where: str) -> str:
    if not re.fullmatch(r"[-._a-zA-Z0-9]+", key):
        raise KustomizeError(f"{where}: {key!r} is no key of a ConfigMap")
    return key


def _hash(made: Json) -> str:
    # the name is empty in what kustomize takes the hash of
    text = json.dumps({"data": made.get("data", ""), "kind": "ConfigMap", "name": ""}, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    # as Go writes JSON
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return hashlib.sha256(text.encode()).hexdigest()[:10].translate(str.maketrans("013ae", "ghkmt"))


# --- references ---


def _below(value: Any, *path: str) -> list[Any]:
    """What lies at PATH; every list on the way is gone through."""
    for name in path:
        value = value if isinstance(value, list) else [value]
        value = [found for one in value if isinstance(one, dict) and (found := one.get(name)) is not None]
        value = [one for found in value for one in (found if isinstance(found, list) else [found])]
    return value if isinstance(value, list) else [value]


def _containers(item: Item) -> list[Json]:
    path = (*TEMPLATES.get(item.of["kind"], ()), "spec")
    return [one for name in ("containers", "initContainers") for one in _below(item.of, *path, name)] if len(path) > 1 else []


def _follow(item: Item, renamed: dict[tuple[str, str], str]) -> None:
    """Gives references to a ConfigMap its name with the hash."""
    containers = _containers(item)
    references = _below(containers, "envFrom", "configMapRef") + _below(containers, "env", "valueFrom", "configMapKeyRef")
    if path := TEMPLATES.get(item.of["kind"]):
        volumes = _below(item.of, *path, "spec", "volumes")
        references += _below(volumes, "configMap") + _below(volumes, "projected", "sources", "configMap")
    for reference in references:
        reference["name"] = renamed.get((item.place[0], reference.get("name")), reference.get("name"))


# --- namespace, labels, images ---


def _set_namespace(items: list[Item], namespace: str, file: pathlib.Path) -> None:
    for item in items:
        kind = item.of["kind"]
        if kind in NOT_WITH_NAMESPACE:
            raise KustomizeError(f"{file} has a namespace and {item}, which kustomize would change in a way that this renderer does not know")
        if kind == "Namespace":
            item.meta["name"] = namespace
        elif kind not in CLUSTER_SCOPED:
            item.meta["namespace"] = namespace
        item.names.add(item.place)
    if len({item.id for item in items}) < len(items):
        raise KustomizeError(f"{file}: with its namespace, two objects have the same name")


def _set_labels(items: list[Item], given: Json, file: pathlib.Path) -> None:
    _known(given, {"pairs", "includeSelectors", "includeTemplates"}, f"{file}: labels")
    pairs = _strings(given, "pairs", f"{file}: labels")
    if given.get("includeSelectors", False) is not False:
        raise KustomizeError(f"{file}: includeSelectors of labels is not known to this renderer")
    for item in items:
        of = [item.of]
        path = TEMPLATES.get(item.of["kind"]) if given.get("includeTemplates") else None
        if path:
            of += _below(item.of, *path) + _below(item.of, "spec", "jobTemplate") + _below(item.of, "spec", "volumeClaimTemplates")
        for one in of:
            meta = one["metadata"] = one.get("metadata") or {}
            meta["labels"] = {**(meta.get("labels") or {}), **pairs}


def _set_images(items: list[Item], given: Json, file: pathlib.Path) -> None:
    _known(given, {"name", "newName", "newTag", "digest"}, f"{file}: images")
    texts = _strings({"images": given}, "images", str(file))
    if "name" not in texts:
        raise KustomizeError(f"{file}: an image has no name")
    form = re.compile(re.escape(texts["name"]) + r"(:[\w.{}-]*)?(@sha256:[\w.{}-]*)?", re.A)
    for container in (one for item in items for one in _containers(item)):
        if found := form.fullmatch(container.get("image") or ""):
            tag, digest = (part or "" for part in found.groups())
            if "newTag" in texts or "digest" in texts:
                tag = f":{texts['newTag']}" if "newTag" in texts else ""
                digest = f"@{texts['digest']}" if "digest" in texts else ""
            container["image"] = (texts.get("newName") or texts["name"]) + tag + digest


# --- patches ---


def _patch(items: list[Item], given: Json, folder: pathlib.Path, file: pathlib.Path) -> bool:
    """Says whether there was something to patch."""
    _known(given, {"path", "patch", "target"}, f"{file}: patches")
    texts = {name: given[name] for name in ("path", "patch") if isinstance(given.get(name), str)}
    if len(texts) != 1 or len(given.keys() - {"target"}) != 1:
        raise KustomizeError(f"{file}: a patch has either path or patch, which are texts")
    where = str(_inside(folder, texts["path"], file)) if "path" in texts else f"{file}: a patch"
    text = _read(pathlib.Path(where)) if "path" in texts else texts["patch"]
    documents = _parsed(text, where)
    if text.startswith("[") and not _is_json(text):
        raise KustomizeError(f"{where} begins with [, and kustomize takes it for JSON, which it is not")
    if len(documents) != 1 or not isinstance(documents[0], (dict, list)):
        raise KustomizeError(f"{where} must be one object, or a list of op, path and value")
    patch, target = documents[0], given.get("target")
    if target is None and isinstance(patch, list):
        raise KustomizeError(f"{where} has no target")
    if isinstance(patch, dict):
        patch = _object(patch, where)
    found = [item for item in items if (_targeted(item, target, where) if target is not None else _own(item, patch))]
    for item in found:
        if isinstance(patch, list):
            for operation in patch:
                _operate(item, operation, where)
        elif patch.get("$patch") == "delete":
            items.remove(item)
        else:
            _strategic(item, patch, where)
    return bool(found)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _own(item: Item, patch: Json) -> bool:
    place = Item(patch).place
    return (item.of["apiVersion"], item.of["kind"]) == (patch["apiVersion"], patch["kind"]) and place in item.names


def _targeted(item: Item, target: Json, where: str) -> bool:
    _known(target, {"group", "version", "kind", "name", "labelSelector"}, f"{where}: its target")
    texts = _strings({"target": target}, "target", where)
    if not texts:
        raise KustomizeError(f"{where} has an empty target")

    def matches(name: str, *values: str) -> bool:
        # patterns, as in kustomize
        return not texts.get(name) or any(re.fullmatch(texts[name], value) for value in values)

    names = [name for _, name in item.names]
    if not (matches("group", item.group) and matches("version", item.version) and matches("kind", item.of["kind"]) and matches("name", *names)):
        return False
    return all(_labelled(item, term.strip(), where) for term in texts.get("labelSelector", "").split(",") if term.strip())


def _labelled(item: Item, term: str, where: str) -> bool:
    if not (form := re.fullmatch(r"(!?)([\w./-]+)\s*(?:(==?|!=)\s*([\w.-]*))?", term)) or form[1] and form[3]:
        raise KustomizeError(f"{where}: this renderer does not know the labelSelector {term}")
    _, name, sign, value = form.groups()
    label = (item.meta.get("labels") or {}).get(name)
    if not sign:
        return (label is None) == bool(form[1])
    return (label == value) == (sign != "!=")


def _operate(item: Item, operation: Any, where: str) -> None:
    """One operation of JSON 6902."""
    _known(operation, {"op", "path", "value"}, where)
    op, path = operation.get("op"), operation.get("path")
    if op not in ("add", "replace", "remove") or not isinstance(path, str) or not path.startswith("/") or (op != "remove") != ("value" in operation):
        raise KustomizeError(f"{where}: this renderer does not know the operation {operation}")
    *parents, last = (part.replace("~1", "/").replace("~0", "~") for part in path[1:].split("/"))
    try:
        at: Any = item.of
        for part in parents:
            at = at[int(part)] if isinstance(at, list) else at[part]
        if isinstance(at, list):
            place = len(at) if last == "-" and op == "add" else int(last)
            if not 0 <= place < len(at) + (op == "add"):
                raise IndexError(place)
            at[place : place + (op != "add")] = [] if op == "remove" else [_copy(operation["value"])]
        elif op == "remove":
            del at[last]
        elif op == "replace" and last not in at:
            raise KeyError(last)
        else:
            at[last] = _copy(operation["value"])
    except (KeyError, IndexError, ValueError, TypeError) as error:
        raise KustomizeError(f"{where} would {op} {path} of {item}, which is not there") from error


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copy(one) for name, one in value.items()}
    return [_copy(one) for one in value] if isinstance(value, list) else value


def _strategic(item: Item, patch: Json, where: str) -> None:
    kept = {name: item.meta[name] for name in ("name", "namespace") if name in item.meta}
    kind = item.of["kind"]
    lists = MERGED if kind in TEMPLATES else MERGED_OF_SERVICE if kind == "Service" else {}
    merged = _merge(item.of, _copy(patch), lists, (kind, kind), lambda said: KustomizeError(f"{where}: {said} of {item}"))
    merged |= {name: item.of[name] for name in ("apiVersion", "kind")}
    merged["metadata"] = {**(merged.get("metadata") or {}), **kept}
    item.of = merged


def _merge(into: Any, patch: Any, lists: dict[tuple[str, str], tuple[str, ...]], at: tuple[str, str], trouble: Callable[[str], KustomizeError]) -> Any:
    # kustomize keeps the quotes of what was there, and makes a string of a number
    if into is not None and any(isinstance(into, kind) != isinstance(patch, kind) for kind in (dict, list, str)):
        raise trouble(f"{at[1]} is of another kind than that")
    if isinstance(patch, list):
        keys = lists.get(at)
        if not keys and any(isinstance(one, dict) and "$patch" in one for one in patch):
            raise trouble(f"{at[1]} is replaced as a whole, $patch is not known there")
        return _merge_list(into if isinstance(into, list) else [], patch, keys, lists, at, trouble) if keys else patch
    if not isinstance(patch, dict):
        return patch
    directive = patch.pop("$patch", None)
    if directive not in (None, "replace", "merge"):
        raise trouble(f"$patch: {directive} is not known here, in {at[1]}")
    merged = dict(into) if isinstance(into, dict) and directive != "replace" else {}
    for name, value in patch.items():
        if value is None or isinstance(value, dict) and value.get("$patch") == "delete":
            merged.pop(name, None)
        else:
            merged[name] = _merge(merged.get(name), value, lists, (at[1], name), trouble)
    return merged


def _merge_list(into: list[Any], patch: list[Any], keys: tuple[str, ...], lists: Any, at: tuple[str, str], trouble: Callable[[str], KustomizeError]) -> list[Any]:
    """In kustomize's order: what the patch names comes first; where two keys tell items apart, only what is new in it."""
    if any(not isinstance(one, dict) or (keys[0] not in one and "$patch" not in one) for one in (*into, *patch)):
        raise trouble(f"an item of {at[1]} has no {keys[0]}")
    if {"$patch": "replace"} in patch:
        if not into:
            raise trouble(f"there are no {at[1]} to replace")
        into, patch = [], [one for one in patch if one != {"$patch": "replace"}]
    if any(one.get("$patch", "delete") != "delete" for one in patch):
        raise trouble(f"in {at[1]}, $patch: replace must stand alone in an item of its own")

    def key(one: Json) -> tuple[Any, ...]:
        return tuple(one.get(name) for name in keys)

    # of two items that differ in what they leave out, kustomize loses one
    if into and len({None in key(one) for one in (*into, *patch)}) > 1:
        raise trouble(f"{at[1]} must give {' and '.join(keys)} in all items or in none, in the patch as in the object;")
    rest = {key(one): one for one in into}
    first: dict[tuple[Any, ...], Any] = {}
    for one in patch:
        there = rest.pop(key(one), None) if None in key(one) or len(keys) == 1 or "$patch" in one else rest.get(key(one))
        if one.get("$patch") != "delete":
            first[key(one)] = _merge(there, one, lists, at, trouble)
    return [item for at_key, item in first.items() if at_key not in rest] + [first.get(at_key, item) for at_key, item in rest.items()]
