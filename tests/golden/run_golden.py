#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the program with the dialogues in this folder.  Usage: run_golden.py SUMI [NAME...]

gtp/*.txt  A protocol session: lines that start with "> " are sent, the others are expected. The
           first line may be "$ ARGUMENTS" for the program. A "> " line may contain \\xNN escapes.
           A response in commands.txt is "(as in commands.txt)" in the other files.
cli/*.txt  Commands: the shell runs "$ ARGUMENTS" with the program, in an empty folder and with
           the programs built beside it (`sumi-match`) in PATH. The output follows: "< " standard
           output, "! " standard error, and "= STATUS" unless it is 0.

Times, speeds and machine-dependent text become ### (see BLUR). UPDATE_GOLDEN=1 writes the current
output. Lines that start with "#" are comments and stay.
"""
import codecs
import difflib
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from temporary_folder import temporary_folder  # noqa: E402

# Output that varies between runs or machines.
BLUR = [
    # The list of evaluators: levels.txt has it.
    (r"(?m)(is not one of auto, nnue, )[^()]*?(, nor|\s\(|$)", r"\1###\2"),
    # Rows of `sumi solve` and `sumi perft`: seconds and speed; totals.
    (r"(?m)^( +\d+ +\d+ +\S+ +\S+ +\d+| +\d+ +\d+) +\d+\.\d{3} +\S+", r"\1 ### ###"),
    (r"\d+\.\d+ s, \S+ nodes/s", "### s, ### nodes/s"),
    # `sumi book`: time and speed.
    (r"in \d+:\d\d: (?:\S+ positions/h, )?\S+ searches/h", "in ###: ### searches/h"),
    (r"added in \d+:\d\d\b", "added in ###"),
    # `sumi-lab`: speed.
    (r"\S+ (games|positions)/s", r"### \1/s"),
    # Times in JSON, and those of `sumi version` and `sumi bench`.
    (r'("seconds":)[-+.e0-9]+', r"\1###"),
    (r'("(?:compiler|isa|version)":)"[^"]*"', r"\1###"),
    (r'("commit":)(?:"[^"]*"|null)', r"\1###"),
    (r'("(?:isas|built_isas)":)\[[^]]*\]', r"\1###"),
    (r"(?m)^(table|pattern|nnue|solver) \d+ nodes, \S+ nodes/s$", r"\1 ### nodes, ### nodes/s"),
    (r"(?m)^(nodes|seconds|nodes/s|signature|commit|compiler|isas?|Sumi) \S.*$", r"\1 ###"),
    # Versions in output of sumi-match and sumi-lab.
    (r"(?m)^(sumi-(?:match|lab)) \d+\.\d+\.\d+\b(?: \([^)]*\))?", r"\1 ###"),
    # GTP's version, and moves chosen by a search.
    (r"(?m)^(=\d* )(\d+\.\d+\.\d+|[a-h][1-8])$", r"\1###"),
]


def blur(text):
    for pattern, replacement in BLUR:
        text = re.sub(pattern, replacement, text)
    return text


def shown(data):
    """Bytes as text, with \\xNN for all but printable ASCII."""
    return re.sub(r"[^\n -~]", lambda m: f"\\x{ord(m[0]):02X}", data.decode("latin-1"))


def unescaped(line):
    return codecs.escape_decode(line.encode())[0]


def wants_answer(line):
    """GTP: whether the line has more than blanks, control characters and a comment."""
    return re.sub(rb"[\0-\x1f\x7f]|#.*", b"", unescaped(line), flags=re.S).strip(b" ") != b""


def command_tables():
    """The responses in commands.txt, without ids."""
    found, file = {}, HERE / "gtp" / "commands.txt"
    for command, response in re.findall(r"(?m)^> (.*)\n((?:<.*\n)+)", file.read_text()):
        found[command] = re.sub(r"(?m)^< ?", "", response).removeprefix("=").strip()
    return found


def run_gtp(sumi, golden):
    lines = golden.splitlines()
    tables = {} if "Other dialogues refer to this file" in golden else command_tables()
    arguments = lines[0][2:].split() if lines and lines[0].startswith("$ ") else []
    sent = [line[2:] for line in lines if line.startswith("> ")]
    data = b"".join(unescaped(line) + b"\n" for line in sent)
    done = subprocess.run([sumi, *arguments], input=data, capture_output=True, timeout=60)
    responses = iter(re.findall(r"(?:.+\n)*\n", blur(shown(done.stdout))))
    out = []
    for line in lines:
        if line.startswith(("$ ", "#")) or not line:
            out.append(line)
        elif line.startswith("> "):
            out.append(line)
            if wants_answer(line[2:]):
                response = next(responses, "(nothing)\n\n")
                id_, _, text = response.partition(" ")
                if text.strip() and text.strip() == tables.get(line[2:].split()[-1]):
                    response = f"{id_} (as in commands.txt)\n\n"
                out += ["< " + text for text in response.splitlines()[:-1]]
    out += ["< " + text for text in "".join(responses).splitlines()]
    out += ["! " + text for text in shown(done.stderr).splitlines()]
    if done.returncode:
        out.append(f"= {done.returncode}")
    return "\n".join(out) + "\n"


def run_cli(sumi, golden):
    out = []
    with temporary_folder() as folder:
        for line in golden.splitlines():
            if line.startswith("#") or not line:
                out.append(line)
            if not line.startswith("$ "):
                continue
            out.append(line)
            environment = dict(os.environ, LC_ALL="C", XDG_DATA_HOME=f"{folder}/bin/data",
                               PATH=f"{folder}/bin:" + os.environ["PATH"])
            (pathlib.Path(folder) / "bin").mkdir(exist_ok=True)
            for program in pathlib.Path(sumi).parent.glob("sumi*"):
                link = pathlib.Path(folder) / "bin" / program.name
                if not link.exists() and program.is_file() and os.access(program, os.X_OK):
                    link.symlink_to(program)
            done = subprocess.run(["bash", "-c", line[2:]], stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=120, cwd=folder, env=environment)
            out += [("< " + text).rstrip() for text in blur(shown(done.stdout)).splitlines()]
            out += [("! " + text).rstrip() for text in blur(shown(done.stderr)).splitlines()]
            if done.returncode:
                out.append(f"= {done.returncode}")
    return "\n".join(out) + "\n"


def check(sumi, file, run):
    golden = file.read_text()
    now = run(sumi, golden)
    if now == golden:
        return True
    if os.environ.get("UPDATE_GOLDEN") == "1":
        file.write_text(now)
        print(f"{file.relative_to(HERE)}: updated")
        return True
    sys.stdout.writelines(difflib.unified_diff(
        golden.splitlines(True), now.splitlines(True), f"{file.relative_to(HERE)} (golden)",
        "now"))
    return False


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sumi = str(pathlib.Path(sys.argv[1]).resolve())
    wanted = sys.argv[2:]
    passed = failed = 0
    for folder, run in (("gtp", run_gtp), ("cli", run_cli)):
        for file in sorted((HERE / folder).glob("*.txt")):
            if wanted and file.stem not in wanted:
                continue
            if check(sumi, file, run):
                passed += 1
            else:
                failed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or passed == 0


if __name__ == "__main__":
    sys.exit(main())
