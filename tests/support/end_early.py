# SPDX-License-Identifier: MIT
"""Programs that are not left to end by themselves."""
import signal
import subprocess
import sys
import time

GENTLE = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def add_options(parser, rounds):
    """What all tests that end programs early take."""
    parser.add_argument("--rounds", type=int, default=rounds, help="how often each is ended early")
    parser.add_argument("--signal", choices=["KILL", "TERM", "INT", "HUP"],
                        help="by this one only; else by kill -9 and each third time gently")


def signal_of(options, i):
    """By which signal round `i` ends."""
    if options.signal:
        return signal.Signals[f"SIG{options.signal}"]
    return GENTLE[i // 3 % 3] if i % 3 == 2 else signal.SIGKILL


def end_early(command, seconds, by, cwd=None, text=None):
    """Runs it for so long, `text` on its standard input, then sends it the signal; exits if it ended
    by a fault. Returns its status (128 + signal: it was heard) and what it wrote and complained."""
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=subprocess.PIPE if text else subprocess.DEVNULL, text=True)
    if text:
        process.stdin.write(text)  # short enough for a pipe
        process.stdin.flush()
    time.sleep(seconds)
    process.send_signal(by)
    out, complaints = process.communicate(timeout=300)  # on a busy machine too
    # A signal before the command looks for it ends the process as any other.
    if process.returncode not in (0, -by, 128 + by if by in GENTLE else 0):
        sys.exit(f"{command}: status {process.returncode} after {seconds:.2f} s: {complaints}")
    return process.returncode, out, complaints
