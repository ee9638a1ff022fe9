#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that every #include respects the layers below.
Usage: check_includes.py [--dot] ROOT

A file belongs to the layer with the longest prefix of its path. Prints one line per violation,
FILE:LINE: LAYER must not include NAME, and the includes that close a cycle of folders; exit status
1 if there is any. --dot prints the graph of folders for Graphviz instead:
check_includes.py --dot . | tred | dot -Tsvg
"""
import collections
import pathlib
import re
import sys

BASE = ["engine/base/"]
GAME = BASE + ["engine/game/"]
FORMATS = GAME + ["engine/formats/"]
CORE = GAME + ["engine/core/board/", r"engine/weights/evaluator_data\.h",
               r"engine/(search_core|search_parameters|limits)\.h"]
FACADE = [r"engine/[^/]+\.h", "engine/weights/"]
TOOLS = FORMATS + FACADE + ["engine/players/", "book/", "protocol/text/", "protocol/report/",
                            "protocol/command/", "protocol/service/", r"protocol/version\.h"]
MATCH = TOOLS + [r"tools/match/[^/]+\.h", "protocol/page/",
                 r"protocol/http/web_(rules|server)\.h"]
LAB = TOOLS + [r"tools/lab/(long_work|records)\.h"]
PAPERS = LAB + ["tools/lab/papers/learn/"]

ENGINE = FORMATS + FACADE

# Folders of protocol/, lowest first, each with its dependencies: it may include these and all that
# they may include. BOOKS adds the opening books.
BOOKS = "book/"
SESSIONS = ["gtp", "nboard", "ugi", "cassio", "xboard", "json", "ggs", "console"]
PROTOCOL = {
    "text": [],
    "session": ["text"],
    "service": ["text", BOOKS],
    "page": [],
    "report": ["service", "page"],
    "gtp": ["session", "report"],
    "nboard": ["session"],
    "ugi": ["session", "report"],
    "cassio": ["session"],
    "xboard": ["session", "report"],
    "json": ["session"],
    "ggs": ["session"],
    "console": ["session", "report"],
    "channel": ["session", "report"],
    "command": ["session", "report"],
    "cli": [*SESSIONS, "channel", "command", "http"],
    "cli/book": ["cli"],
    "cli/solve": ["cli"],
    "cli/study": ["cli/book"],
    "cli/games": ["cli"],
    "http": ["channel", "json"],
    "c": ["session", "report"],
    "wasm": ["http"],
}


def below(folder):
    found = [rf"protocol/{folder}/[^/]+$"]
    for part in PROTOCOL[folder]:
        found += [part] if part == BOOKS else below(part)
    return found


# Our own files that a layer may include: regular expressions for the start of the path.
MAY_INCLUDE = {
    "engine/base/": BASE,
    "engine/game/": GAME,
    "engine/formats/": FORMATS,
    "engine/weights/": GAME + ["engine/weights/"],
    "engine/core/board/": GAME + ["engine/core/board/"],
    "engine/core/evaluators/": CORE + ["engine/core/evaluators/"],
    "engine/core/search/": CORE + ["engine/core/"],
    "engine/": FORMATS + FACADE,
    "engine/players/": FORMATS + FACADE + ["engine/players/"],
    "book/store/": FORMATS + FACADE + ["book/store/"],
    "book/formats/": FORMATS + FACADE + ["book/store/", "book/formats/"],
    "book/build/": FORMATS + FACADE + ["book/store/", "book/build/"],
    "book/games/": FORMATS + ["book/games/", r"book/opening_names\.h"],
    "book/": FORMATS + FACADE + ["book/"],
    "protocol/": [r"protocol/version\.h"],  # contains only version.h and version.cpp
    "tools/match/": MATCH,
    "tools/match/cli/": MATCH + ["tools/match/cli/"],
    "tools/lab/": MATCH + [r"tools/lab/[^/]+\.h"],
    "tools/lab/train/": LAB + ["tools/lab/train/"],
    "tools/lab/papers/learn/": PAPERS,
    "tools/lab/papers/systems/": PAPERS + ["tools/lab/papers/systems/"],
    "tools/lab/papers/experiment/": LAB + MATCH + ["tools/lab/papers/", r"tools/lab/selfplay\.h"],
    "tools/lab/cli/": LAB + ["tools/lab/"],
    "tools/": TOOLS + ["tools/", r"protocol/cli/commands\.h"],
    "tests/": [""],
}
MAY_INCLUDE |= {f"protocol/{folder}/": ENGINE + [r"protocol/version\.h"] + below(folder)
                for folder in PROTOCOL}
# When the WebAssembly module is built, files there replace those with the same path.
MAY_INCLUDE["protocol/wasm/"] += ["engine/", "protocol/wasm/"]

STREAMS = "fstream|iomanip|ios|iostream|istream|ostream|sstream|streambuf|syncstream"
CONTAINERS = ("any|deque|forward_list|list|map|queue|set|stack|string|unordered_map|unordered_set|"
              "vector")
THREADS = "condition_variable|future|mutex|semaphore|shared_mutex|stop_token|thread"
INTRINSICS = r"\w*intrin\.h|arm_neon\.h|arm_sve\.h"
# All .h files except those of C, compilers and libraries.
SYSTEM = (rf"(?!(std\w+|cpuid|cxxabi|unwind|wasm_simd128|histedit|sqlite3|sumi|zstd)\.h|{INTRINSICS})"
          r"\w+\.h|(arpa|linux|mach|net|netinet|sys)/.*|csignal")

# Forbidden library headers: (in these files, these headers, except in these files).
BANNED = [
    # Streams in the engine would add static initialisers and a second way to report.
    (r"engine/", STREAMS, r"$^"),
    # Containers and libraries compiled for one instruction set could leak into the others.
    (r"engine/core/", rf"{CONTAINERS}|random|regex|format|fmt/.*|boost/.*|nlohmann/.*", r"$^"),
    (r"engine/(game|formats)/", THREADS, r"$^"),
    (r"engine/base/.*\.h", r"fmt/.*", r"$^"),
    (r"engine/", r"boost/(?!system/result\.hpp).*", r"$^"),
    (r"engine/", r"nlohmann/.*", r"engine/formats/quest\.cpp"),
    (r"", r"boost/(asio|beast).*",
     r"(protocol/channel/(windows/)?\w+\.(h|cpp)|protocol/http/web_(server|connection)\.(h|cpp)|"
     r"tools/match/process_player\.cpp|tests/.*)"),
    (r"protocol/", r"boost/program_options.*", r"protocol/(command|cli)/"),
    # System headers belong in engine/base/posix/ and windows/.
    (r"(book|engine|protocol|tools)/", SYSTEM, r"engine/base/(posix|windows)/"),
    (r"", r"histedit\.h", r"protocol/cli/line_editor\.cpp"),
    (r"", r"sqlite3.h", r"(engine/base|tests/support)/sqlite\.h"),
    (r"", INTRINSICS, r"(engine|tests/unit/engine)/core/"),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def layer_of(name):
    return max((p for p in MAY_INCLUDE if name.startswith(p)), key=len, default=None)


def allowed(name, layer, quote, wanted):
    if quote == '"':
        return any(re.match(p, wanted) for p in MAY_INCLUDE[layer])
    return not any(re.match(files, name) and re.fullmatch(headers, wanted)
                   and not re.match(unless, name) for files, headers, unless in BANNED)


def sources(root):
    for file in sorted(root.rglob("*")):
        name = file.relative_to(root).as_posix()
        if file.suffix in {".h", ".cpp", ".inc"} and not name.startswith(("build/", ".")):
            yield file, name


def includes(file):
    for number, line in enumerate(file.read_text().splitlines(), 1):
        found = INCLUDE.match(line)
        if found:
            yield number, *found.groups()


def offences(root):
    for file, name in sources(root):
        layer = layer_of(name)
        if layer is None:
            yield f"{name}:1: code outside the layers"
            continue
        for number, quote, wanted in includes(file):
            if quote == '"' and not (root / wanted).is_file():
                yield f'{name}:{number}: no "{wanted}": name our files from the root of the tree'
            elif not allowed(name, layer, quote, wanted):
                yield f"{name}:{number}: {layer} must not include {wanted}"


def folder_of(name):
    """The graph node of a file. Files below `replaced` or `include` count for their parent."""
    folder = name.rpartition("/")[0]
    return re.sub(r"/(replaced|include)/.*", "", folder + "/")


def folder_graph(root):
    """{(folder, included folder): ["FILE:LINE: includes NAME", ...]}, tests left out."""
    graph = collections.defaultdict(list)
    for file, name in sources(root):
        if name.startswith("tests/"):
            continue
        for number, quote, wanted in includes(file):
            edge = folder_of(name), folder_of(wanted)
            if quote == '"' and edge[0] != edge[1] and (root / wanted).is_file():
                graph[edge].append(f"{name}:{number}: includes {wanted}")
    return graph


def reachable(graph, start):
    seen, open_nodes = set(), [start]
    while open_nodes:
        node = open_nodes.pop()
        for a, b in graph:
            if a == node and b not in seen:
                seen.add(b)
                open_nodes.append(b)
    return seen


def cycles(graph):
    """Messages: the includes of every edge that lies on a cycle."""
    after = {node: reachable(graph, node) for edge in graph for node in edge}
    closing = {edge for edge in graph if edge[0] in after[edge[1]]}
    for a, b in sorted(closing):
        yield f"{a} and {b} include each other, if only through others:"
        yield from (f"  {found}" for found in graph[a, b])


def dot(graph):
    folders = sorted({folder for edge in graph for folder in edge})
    lines = [f'  "{folder}";' for folder in folders]
    lines += [f'  "{a}" -> "{b}";' for a, b in sorted(graph)]
    return "\n".join(["digraph folders {", *lines, "}"])


def main(args):
    wants_dot = args[:1] == ["--dot"]
    roots = args[wants_dot:]
    if len(roots) != 1:
        sys.exit(__doc__)
    root = pathlib.Path(roots[0])
    graph = folder_graph(root)
    if wants_dot:
        print(dot(graph))
        return 0
    bad = list(offences(root)) or list(cycles(graph))
    print("\n".join(bad) or "layers ok")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
