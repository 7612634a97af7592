"""Just enough of Rust's syntax to tell code, strings, comments and test modules apart."""
import re

_RAW = re.compile(r'[bc]?r(#*)"')
_CHAR = re.compile(r"b?'(\\(u\{[0-9a-fA-F_]+\}|x[0-9a-fA-F]{2}|.)|[^\\'\n])'")
_TEST_MODULE = re.compile(r"#\[cfg\((?:test|all\(test[^)]*\))\)\]\s*(?:#\[[^\]]*\]\s*)*(?:pub(?:\([^)]*\))?\s+)?mod\s+\w+\s*\{")


def _blank(text):
    return re.sub(r"[^\n]", " ", text)


def split(source):
    """Returns (code, texts): both as long as the source, line for line.

    `code` has comments and strings blanked; `texts` has only comments blanked.
    """
    code, texts, at, end = [], [], 0, len(source)
    while at < end:
        two, char = source[at : at + 2], source[at]
        before = source[at - 1] if at else " "
        if two == "//":
            stop = source.find("\n", at)
            stop = end if stop < 0 else stop
            kind = "comment"
        elif two == "/*":
            stop, kind = _block_comment_end(source, at), "comment"
        elif char in "rbc" and not (before.isalnum() or before == "_") and (raw := _RAW.match(source, at)):
            close = source.find('"' + raw[1], raw.end())
            stop, kind = (end if close < 0 else close + 1 + len(raw[1])), "string"
        elif char == '"':
            stop, kind = _string_end(source, at), "string"
        elif char in "'b" and (literal := _CHAR.match(source, at)) and (char == "'" or not (before.isalnum() or before == "_")):
            stop, kind = literal.end(), "string"
        else:
            code.append(char)
            texts.append(char)
            at += 1
            continue
        piece = source[at:stop]
        code.append(_blank(piece))
        texts.append(_blank(piece) if kind == "comment" else piece)
        at = stop
    return "".join(code), "".join(texts)


def _block_comment_end(source, at):
    depth, at = 1, at + 2
    while depth and at < len(source):
        if source.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif source.startswith("*/", at):
            depth, at = depth - 1, at + 2
        else:
            at += 1
    return at


def _string_end(source, at):
    at += 1
    while at < len(source) and source[at] != '"':
        at += 2 if source[at] == "\\" else 1
    return min(at + 1, len(source))


def without_test_modules(code, *others):
    """Blanks every `#[cfg(test)] mod … { }` in `code` and at the same places in the others."""
    layers = [code, *others]
    for found in list(_TEST_MODULE.finditer(code)):
        depth, at = 1, found.end()
        while depth and at < len(code):
            depth += {"{": 1, "}": -1}.get(code[at], 0)
            at += 1
        layers = [layer[: found.start()] + _blank(layer[found.start() : at]) + layer[at:] for layer in layers]
    return layers


def test_module_names(code):
    """The names of modules that stand in files of their own and are compiled for tests only."""
    return set(re.findall(r"#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;", code))
