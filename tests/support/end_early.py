# SPDX-License-Identifier: MIT
"""Programs that are not left to end by themselves."""
import signal
import subprocess
import sys
import time


def end_early(command, seconds, gently, cwd=None):
    """Runs it for so long, then kills it, or says Ctrl-C if `gently`; exits if it ended by a fault.
    Returns its status (130: Ctrl-C was heard) and what it wrote and complained."""
    process = subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    time.sleep(seconds)
    process.send_signal(signal.SIGINT if gently else signal.SIGKILL)
    out, complaints = process.communicate(timeout=60)
    # Ctrl-C before the command looks for it ends the process as any other.
    if process.returncode not in ((0, 130, -signal.SIGINT) if gently else (0, -signal.SIGKILL)):
        sys.exit(f"{command}: status {process.returncode} after {seconds:.2f} s: {complaints}")
    return process.returncode, out, complaints
