#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tab completion in bash and zsh.

Usage: completion_test.py SUMI SUMI_MATCH SUMI_LAB

bash (without the package bash-completion) sources the output of `completion bash`, calls the
completion function as for a Tab, and prints the candidates. A stub replaces `compopt`, which works
only during completion, and records its arguments. zsh, if installed, must parse its script. The
scripts find the program in PATH.
"""
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

PROGRAMS = {pathlib.Path(path).name: pathlib.Path(path).resolve() for path in sys.argv[1:]}
PATH = f"{PROGRAMS['sumi'].parent}:/usr/bin:/bin"
faults = []

# For each line up to the Tab: some candidates that must appear, and some that must not. "FILES":
# bash completes file names if nothing else matches; "NOTHING": not even those; "NAMES": it offers
# file names and words.
EXPECTED = [
    ("sumi ", "play hint book games study completion NOTHING", "--color black FILES"),
    ("sumi h", "hint help", "play"),
    ("sumi --", "--lang --help --version --evaluator", "--color"),
    ("sumi --lang ja h", "hint help", "play"),
    ("sumi --lang ", "en ja NOTHING", "play"),
    ("sumi --lang = j", "ja", "en"),
    ("sumi --lang =", "en ja", "hint"),
    ("sumi hint --l", "--level --lang", "--candidates -l"),
    ("sumi hint --level ", "NOTHING", "--lang FILES"),
    ("sumi hint --evaluator ", "auto pattern nnue mlp", "FILES v3"),
    ("sumi hint --evaluator = p", "pattern", "nnue"),
    ("sumi hint --isa v", "v2", "auto"),
    ("sumi hint --weights ", "FILES", "auto"),
    ("sumi hint --book ", "default NAMES games.ggf", "auto"),
    ("sumi hint --size ", "4 6 8", "FILES"),
    ("sumi hint --json ", "FILES", "auto play"),
    ("sumi hint ", "FILES", "play"),
    ("sumi hint play ", "FILES", "black --color"),
    ("sumi play --color ", "black white both none NOTHING", "FILES"),
    ("sumi play -c w", "white", "black"),
    ("sumi play --player ", "search random nhand", "FILES"),
    ("sumi study add --player ", "NOTHING", "random"),
    ("sumi play ", "NOTHING", "FILES"),
    ("sumi engine --protocol ", "gtp nboard ugi auto", "FILES"),
    ("sumi engine --ponder ", "true false", "FILES"),
    ("sumi gtp --book-draws ", "neutral seek avoid", "FILES"),
    ("sumi convert --to ", "ggf sgf wthor", "quest auto"),
    ("sumi convert --from ", "ggf sgf quest", "auto"),
    ("sumi book ", "add show help", "play --plies"),
    ("sumi book show ", "default NAMES games.ggf", "add"),
    ("sumi book show d", "default", "games.ggf"),
    ("sumi book add ", "FILES", "default add"),
    ("sumi book add --p", "--plies", "--player --positions"),
    ("sumi book export my.book --format ", "edax egaroucid obf compact", "ggf"),
    ("sumi study lines --hold ", "win draw", "FILES"),
    ("sumi study ", "ask problems lines", "build"),
    ("sumi help ", "hint book", "bash FILES"),
    ("sumi version ", "NOTHING", "FILES"),
    ("sumi completion ", "bash zsh NOTHING", "FILES"),
    ("sumi-match ", "run report games", "play"),
    ("sumi-match run a.db --format ", "match round-robin gauntlet swiss", "ggf"),
    ("sumi-match games a.db --format ", "transcript ggf pgn json", "swiss"),
    ("sumi-match run a.db --log ", "FOLDERS", "FILES"),
    ("sumi-match run a.db --shuffle ", "true false", "FILES"),
    ("sumi-match run a.db --openings ", "balanced xot NAMES games.ggf", "random"),
    ("sumi-lab ", "selfplay train data", "play"),
    ("sumi-lab train ", "pattern nnue NAMES games.ggf", "selfplay"),
    ("sumi-lab data s", "stats shuffle split", "merge"),
    ("sumi-lab data --source ", "game exact", "FILES"),
    ("sumi-lab probcut --json ", "FILES", "--out"),
    ("sumi-lab eval-report --json ", "FILES", "pattern"),
]

ASK = r"""
compopt() { asked+=" $*"; }
ask() {  # WORD...: the last one is what Tab completes
  asked= COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  ${functions[$1]} "$@"
  printf '%s|%s\n' "$asked" "${COMPREPLY[*]}"
}
declare -A functions
for program; do
  . "./$program.bash" || exit
  functions[$program]=$(complete -p "$program" | sed 's/.*-F \([^ ]*\).*/\1/')
  complete -p "$program" | grep -q -- '-o bashdefault -o default' || echo "$program: no files" >&2
done
"""


def script(program, shell, **environment):
    done = subprocess.run([PROGRAMS[program], "completion", shell], capture_output=True, text=True,
                          timeout=20, env=environment)
    if done.returncode != 0 or done.stderr:
        faults.append(f"{program} completion {shell}: {done.returncode}, {done.stderr!r}")
    return done.stdout


def quoted(word):
    return "'" + word + "'"


def offers_at_tab(folder):
    text = ASK.replace("for program;", "for program in " + " ".join(PROGRAMS) + ";")
    for line, _, _ in EXPECTED:
        text += "ask " + " ".join(quoted(word) for word in line.split(" ")) + "\n"
    text += "complete -r; [[ $(declare -F) != *_init_completion* ]]\n"
    done = subprocess.run(["bash", "--norc", "--noprofile", "-c", text], capture_output=True,
                          text=True, timeout=60, cwd=folder, env={"PATH": PATH})
    if done.returncode != 0 or done.stderr:
        faults.append(f"bash: status {done.returncode}: {done.stderr}")
    return done.stdout.splitlines()


def check_line(line, wanted, unwanted, answer):
    asked, _, words = answer.partition("|")
    offered = set(words.split())
    if "+o default" not in asked:
        offered.add("NAMES" if "-o filenames" in asked else "FILES")
    elif "-o dirnames" in asked:
        offered.add("FOLDERS")
    else:
        offered.add("NOTHING")
    for word in wanted.split():
        if word not in offered:
            faults.append(f"{line!r}: {word} is not offered, but {sorted(offered)}")
    for word in unwanted.split():
        if word in offered:
            faults.append(f"{line!r}: {word} is offered")


def check_script(program, shell, text):
    if not text.isascii():
        faults.append(f"{program} {shell}: not ASCII")
    if len(text) > 1_000:
        faults.append(f"{program} {shell}: {len(text)} bytes")
    if text != script(program, shell, LC_ALL="ja_JP.UTF-8", LANG="ja_JP.UTF-8"):
        faults.append(f"{program} {shell}: another one in Japanese")


def main():
    with temporary_folder() as folder:
        (pathlib.Path(folder) / "games.ggf").touch()
        for program in PROGRAMS:
            for shell in ("bash", "zsh"):
                text = script(program, shell, LC_ALL="C")
                check_script(program, shell, text)
                file = pathlib.Path(folder) / f"{program}.{shell}"
                file.write_text(text)
                if shutil.which(shell):
                    done = subprocess.run([shell, "-n", file], capture_output=True, text=True,
                                          timeout=20)
                    if done.returncode != 0 or done.stderr:
                        faults.append(f"{program} {shell}: {done.stderr}")
            if shutil.which("zsh"):
                sourced = f"compdef() {{ print $*; }}; source ./{program}.zsh"
                done = subprocess.run(["zsh", "-fc", sourced], capture_output=True, text=True,
                                      timeout=20, cwd=folder)
                if done.stdout != f"_{program} {program}\n" or done.stderr:
                    faults.append(f"{program}: zsh: {done.stdout!r}, {done.stderr!r}")
        answers = offers_at_tab(folder)
        if len(answers) != len(EXPECTED):
            faults.append(f"{len(answers)} answers to {len(EXPECTED)} lines")
        for (line, wanted, unwanted), answer in zip(EXPECTED, answers):
            check_line(line, wanted, unwanted, answer)
    done = subprocess.run([PROGRAMS["sumi"], "completion", "fish"], capture_output=True, text=True)
    if done.returncode != 2 or done.stdout or "bash or zsh" not in done.stderr:
        faults.append(f"sumi completion fish: {done.returncode}, {done.stderr!r}")
    print("\n".join(faults) or f"{len(EXPECTED)} lines completed as they should be")
    return bool(faults)


sys.exit(main())
