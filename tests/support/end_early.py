# SPDX-License-Identifier: MIT
"""Runs programs and interrupts them."""
import argparse
import pathlib
import signal
import subprocess
import sys
import time

GENTLE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def parser_of(rounds):
    """The command-line parser of tests of interruptions."""
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--rounds", type=int, default=rounds, help="how often each is ended early")
    parser.add_argument("--signal", choices=["KILL", "TERM", "INT", "HUP"],
                        help="by this one only; else by kill -9 and each third time gently")
    return parser


def signal_of(options, number):
    if options.signal:
        return signal.Signals[f"SIG{options.signal}"]
    return GENTLE[number // 3 % 3] if number % 3 == 2 else signal.SIGKILL


def timed(command, cwd=None, text=""):
    """Runs a command that must succeed; returns its seconds and output."""
    start = time.monotonic()
    done = subprocess.run(command, cwd=cwd, input=text, capture_output=True, text=True)
    seconds = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"{command}: status {done.returncode}: {done.stdout}{done.stderr}")
    return seconds, done.stdout


def end_early(command, seconds, by, cwd=None, text=None):
    """Runs a command with `text` as standard input and signals it after `seconds`; exits on a
    fault. Returns its status (128 + signal if handled), output and errors."""
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=subprocess.PIPE if text else subprocess.DEVNULL, text=True)
    if text:
        process.stdin.write(text)  # short enough for a pipe
        process.stdin.flush()
    time.sleep(seconds)
    process.send_signal(by)
    out, complaints = process.communicate(timeout=300)  # long enough under load
    # Before the command installs its handlers, the signal has its default action.
    if process.returncode not in (0, -by, 128 + by if by in GENTLE else 0):
        sys.exit(f"{command}: status {process.returncode} after {seconds:.2f} s: {complaints}")
    return process.returncode, out, complaints
