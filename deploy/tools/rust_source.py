"""What a file of Rust says apart from comments, strings and what is compiled for tests only, as tree-sitter reads it."""

from __future__ import annotations

import functools
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "dev/lib"))

import packages  # noqa: E402

packages.use("rust-syntax")

import tree_sitter_rust  # noqa: E402
from tree_sitter import Language, Node, Parser, Query, QueryCursor  # noqa: E402

_RUST = Language(tree_sitter_rust.language())
_PARTS = Query(
    _RUST,
    """
    [(line_comment) (block_comment)] @comment
    [(string_literal) (raw_string_literal) (char_literal)] @string
    (attribute_item) @attribute
    (function_item) @function
    (function_signature_item) @function
    """,
)
_FOR_TESTS = re.compile(rb"#\[cfg\((?:test|all\(test\b.*)\)\]", re.DOTALL)
_TOKEN = re.compile(r"\n|\w+|::|[{}<,;]")


class Source:
    """`code` and `texts` are the source line for line: `code` without strings, `texts` with them.

    `functions`: line, name, parameters, result.
    """

    def __init__(self, text: str):
        raw = text.encode()
        found = QueryCursor(_PARTS).captures(Parser(_RUST).parse(raw).root_node)
        texts = bytearray(raw)
        for node in found.get("comment", []):
            _blank(texts, node.start_byte, node.end_byte)
        for attribute in found.get("attribute", []):
            if _FOR_TESTS.fullmatch(attribute.text):
                _blank(texts, attribute.start_byte, _item(attribute).end_byte)
        code = bytearray(texts)
        for node in found.get("string", []):
            _blank(code, node.start_byte, node.end_byte)
        self.texts, self.code = texts.decode(), code.decode()
        self.functions = [
            (node.start_point.row + 1, *(_field(node, part) for part in ("name", "parameters", "return_type")))
            for node in found.get("function", [])
            if code[node.start_byte : node.end_byte].strip()
        ]

    def paths(self) -> set[tuple[int, tuple[str, ...]]]:
        """Every path with its line, the groups of `use` written out; those inside macros too."""
        found: set[tuple[int, tuple[str, ...]]] = set()
        prefixes: list[tuple[str, ...]] = [()]
        path, line, before = (), 1, ""
        for token in _TOKEN.findall(self.code):
            if token == "\n":
                line += 1
                continue
            if token == "{":
                # the brace of a group comes after `::`, every other one begins afresh
                prefixes.append(path if before == "::" else ())
            elif token == "}" and len(prefixes) > 1:
                prefixes.pop()
            elif token not in ("}", "<", ",", ";", "::"):
                path = (path if before == "::" else prefixes[-1]) + (token,)
                found.add((line, path))
            before = token
        return found


@functools.cache
def read(text: str) -> Source:
    return Source(text)


def _field(node: Node, name: str) -> str:
    part = node.child_by_field_name(name)
    return part.text.decode() if part else ""


def _item(attribute: Node) -> Node:
    """What the attribute stands above."""
    item = attribute
    while item.next_named_sibling and item.type in ("attribute_item", "line_comment", "block_comment"):
        item = item.next_named_sibling
    return item


def _blank(layer: bytearray, begin: int, end: int) -> None:
    layer[begin:end] = re.sub(rb"[^\n]", b" ", layer[begin:end])
