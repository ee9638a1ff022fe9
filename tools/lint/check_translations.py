#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the translations in protocol/report/language.cpp.  Usage: check_translations.py ROOT

A translated text is a literal in the second argument of tr(), tr_format() or say() or the first
argument of word() or part(), or the literal that initialises a variable passed there. Every such
text must be a key of the table, with the same fields in each language, and every key must occur as
a literal in protocol/, tools/ or engine/. Prints one line per violation;
exit status 1 if there is any.
"""
import pathlib
import re
import sys

TABLE = "protocol/report/language.cpp"
LITERAL = re.compile(r'"((?:[^"\\]|\\[\s\S])*)"')
JOINED = re.compile(r'"(?:[^"\\]|\\[\s\S])*"(?:\s*"(?:[^"\\]|\\[\s\S])*")*')
ENTRY = re.compile(r'\{\s*(' + JOINED.pattern + r')\s*,\s*(' + JOINED.pattern + r')\s*\}', re.S)
CALL = re.compile(r'\b(tr|tr_format|say|word|part)\(')
TRANSLATED = {"tr": 1, "tr_format": 1, "say": 1, "word": 0, "part": 0}
FIELD = re.compile(r'\{(\w*)(?::[^{}]*)?\}')


def joined(text):
    return "".join(LITERAL.findall(text)).replace('\\"', '"')


def arguments(text, begin):
    """The arguments of the call whose opening bracket is just before `begin`."""
    depth, found, start, at = 0, [], begin, begin
    while at < len(text):
        c = text[at]
        if c == '"':
            at = LITERAL.match(text, at).end()
            continue
        if c in "([{":
            depth += 1
        elif c in ")]}":
            if depth == 0:
                return found + [text[start:at]]
            depth -= 1
        elif c == "," and depth == 0:
            found.append(text[start:at])
            start = at + 1
        at += 1
    return found


def keys_used(text):
    for call in CALL.finditer(text):
        given = arguments(text, call.end())
        place = TRANSLATED[call.group(1)]
        if len(given) <= place:
            continue
        line = text.count("\n", 0, call.start()) + 1
        wanted = given[place].strip()
        if re.fullmatch(r"\w+", wanted):  # a variable: look up its initialiser
            made = re.search(rf'\b{wanted}\s*=\s*((?:"(?:[^"\\]|\\[\s\S])*"|[^;"])*);', text)
            wanted = made.group(1) if made else ""
        wanted = wanted.split("?", 1)[-1] if '"' not in wanted.split("?", 1)[0] else wanted
        for literal in JOINED.finditer(wanted):
            if joined(literal.group()):
                yield line, joined(literal.group())


def without_comments(text):
    return re.sub(r'("(?:[^"\\]|\\[\s\S])*")|//[^\n]*', lambda m: m.group(1) or "", text)


def offences(root):
    table_text = without_comments((root / TABLE).read_text())
    table = {}
    for entry in ENTRY.finditer(table_text):
        english, other = joined(entry.group(1)), joined(entry.group(2))
        if english in table:
            yield f"{TABLE}:1: twice: {english}"
        table[english] = other
        if sorted(FIELD.findall(english)) != sorted(FIELD.findall(other)):
            yield f"{TABLE}:1: other fields than the English: {other}"
    literals = set()
    for folder in ("protocol", "tools", "engine"):
        for file in sorted((root / folder).rglob("*")):
            name = file.relative_to(root).as_posix()
            if file.suffix not in {".h", ".cpp"} or name == TABLE:
                continue
            text = without_comments(file.read_text())
            literals.update(joined(m.group()) for m in JOINED.finditer(text))
            if "Language" not in text:
                continue
            for line, key in keys_used(text):
                if key not in table:
                    yield f"{name}:{line}: no translation: {key}"
    for key in table:
        if key not in literals:
            yield f"{TABLE}:1: nobody says: {key}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    bad = list(offences(pathlib.Path(sys.argv[1])))
    print("\n".join(bad) or "translations ok")
    sys.exit(bool(bad))
