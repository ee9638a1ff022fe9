#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds phrases that read as translated, names of missing files, and commit titles of another form.

Usage: check_phrases.py ROOT [SINCE]

Reads comments, strings and documents: C++, C, assembler, Python, shell, CMake, JavaScript, HTML and
Markdown. Prints FILE:LINE: 'PHRASE': write this instead. In C++ comments and in documents each path
with a folder must end the path of a file of the project; `build/...` and `NAME` in capitals are
placeholders. With SINCE also the titles of the commits
after that one: `area: verb ...`, at most 72 characters. A history without SINCE is not checked.

A phrase is a whole idiom, never a word that has a right use. A line with `phrases:allow` may quote
one.
"""
import pathlib
import re
import subprocess
import sys

PHRASES = {
    r"(is|are|was|were|be|been|being) told": "is reported, printed, returned",
    r"tells? of": "report, list",
    r"as told": "as given, as set",
    r"(who|whoever) (comes?|asks?|wants?|prefers|reads?|listens|waits|watch(es)?)":
        "name the actor: the caller, the client, the user",
    r"stands? (in for|behind)": "replace, follow",
    r"behind (a|the|each|its|every) (move|book|opening|game)": "after a move, out of book",
    r"so many|so much as": "N, at most N, that many",
    r"(goes|go|going|went|gone) on( with)?": "continue, resume",
    r"by lot|lots are|draws? lots|drawn by chance|by chance": "at random, with probability p",
    r"in the mean": "on average, mean",
    r"taken for right|is believed|are believed|believes it": "accepted, trusted",
    r"made anew|is anew|anew": "rebuilt, again",
    r"for ever": "hangs; never ends",
    r"thousand million": "billion",
    r"(its|their) (kin|like)|and kin": "others of the same kind",
    r"beside other work": "under load",
    r"cold memory|fetched before": "cache miss, prefetched",
    r"(cannot|not) be had": "is unavailable",
    r"at its leisure|in vain": "say what happens",
}
# Between two words: blanks, and the mark of a comment or the quotes between two pieces of a string.
GAP = r"(?:[ \t]|\n[ \t]*(?:///?<?|#|\*|>|\"|')?|\"[ \t]*\n[ \t]*\")+"
KINDS = {".h", ".cpp", ".c", ".S", ".inc", ".py", ".sh", ".cmake", ".js", ".mjs", ".html", ".md", ".mk"}
SCRIPTS = {"CMakeLists.txt", "run", "test", "package"}
TITLE = re.compile(r"[a-z0-9][\w/.+-]*(, [a-z0-9][\w/.+-]*)*: [a-z][a-z-]* \S")
NO_VERBS = {"a", "an", "the", "what", "who", "how", "where", "when", "if", "no", "not", "one", "two",
            "each", "every", "all", "some", "more", "of", "in", "on", "at", "by", "for", "with",
            "from", "its", "their", "it", "new", "better"}
MAX_TITLE = 72
PATH = re.compile(r"(?<![\w/.<{$:@*-])(?:\.\./)*((?:\w[\w.-]*/)+[\w.-]+\.(?:h|cpp|py|sh|mjs|js|md|cmake))\b")
PLACEHOLDER = re.compile(r"^build/|NAME")

PATTERNS = [(re.compile(r"\b(?:" + phrase.replace(" ", GAP) + r")\b", re.IGNORECASE), instead)
            for phrase, instead in PHRASES.items()]


def files(root):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if parts[0] in {"build", ".git"} or not path.is_file():
            continue
        if path.suffix in KINDS or path.name in SCRIPTS:
            yield path, "/".join(parts)


def faults_of(text):
    lines = text.splitlines()
    for pattern, instead in PATTERNS:
        for found in pattern.finditer(text):
            number = text.count("\n", 0, found.start()) + 1
            if "phrases:allow" not in lines[number - 1]:
                words = " ".join(re.findall(r"[\w-]+", found[0]))
                yield number, f"'{words}': {instead}"


def missing_files(path, text, known):
    for number, line in enumerate(text.splitlines(), 1):
        if path.suffix in {".h", ".cpp"}:
            line = line.partition("//")[2]
        elif path.suffix != ".md":
            continue
        for name in PATH.findall(line):
            if name not in known and not PLACEHOLDER.search(name):
                yield number, f"no file {name}"


def title_fault(title):
    if len(title) > MAX_TITLE:
        return f"{len(title)} characters, at most {MAX_TITLE}"
    if not TITLE.match(title):
        return "not `area: verb ...`"
    verb = title.split(": ", 1)[1].split()[0]
    if verb in NO_VERBS or verb.endswith("ing") and verb not in {"bring", "string"}:
        return f"'{verb}' is no verb in the imperative"
    return None


def titles(root, since):
    log = subprocess.run(["git", "-C", root, "log", "--format=%h %s", f"{since}..HEAD"],
                         capture_output=True, text=True, check=False)
    return [line.split(" ", 1) for line in log.stdout.splitlines()]


def main(root, since=None):
    all_files = list(files(root))
    known = {name[at:] for _, name in all_files for at in [0, *(i + 1 for i, c in enumerate(name) if c == "/")]}
    faults = []
    for path, name in all_files:
        if path.name.startswith("check_phrases"):
            continue  # quotes them
        text = path.read_text(errors="replace")
        found = sorted([*faults_of(text), *missing_files(path, text, known)])
        faults += [f"{name}:{number}: {fault}" for number, fault in found]
    for commit, title in titles(root, since) if since else []:
        fault = title_fault(title)
        if fault:
            faults.append(f"{commit} {title}: {fault}")
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
