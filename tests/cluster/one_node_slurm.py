# SPDX-License-Identifier: MIT
"""A one-node Slurm on this machine for the duration of a test."""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue", "scancel", "scontrol"]

# The node claims more CPUs than exist, so that many tasks share a few cores. A requeued task waits
# for its munge credential to expire: two minutes by default.
SETTINGS = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1
KillWait=10
MinJobAge=3600
OverTimeLimit=0
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors}
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE
"""


def what_is_missing():
    """Why Slurm cannot run here; None if it can."""
    for program in PROGRAMS:
        if not shutil.which(program):
            return f"there is no {program}; tools/test --slow installs it"
    return None if os.geteuid() == 0 else "Slurm's daemons need root"


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class OneNodeSlurm:
    """Context manager, with all files in the folder. Tasks share `cores` cores of this machine."""

    def __init__(self, folder, processors, cores):
        self.folder = pathlib.Path(folder)
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}
        self.processors = processors
        self.cores = sorted(os.sched_getaffinity(0))[:cores]
        self.daemons = []

    def __enter__(self):
        for name in ("munge", "state", "spool"):
            (self.folder / name).mkdir(parents=True, mode=0o755)
        key = self.folder / "munge" / "key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        host = socket.gethostname().split(".")[0]
        (self.folder / "slurm.conf").write_text(SETTINGS.format(
            host=host, ports=free_ports(2), folder=self.folder, processors=self.processors))
        try:
            self.start("munged", "--foreground", "--force", *(
                f"--{option}={self.folder}/munge/{option.split('-')[0]}"
                for option in ("key-file", "socket", "pid-file", "log-file", "seed-file")))
            self.wait_for("munge's socket", (self.folder / "munge" / "socket").exists)
            self.start("slurmctld", "-D")
            self.start("slurmd", "-D")
            self.wait_for("an idle node", lambda: self.says("sinfo", "-h", "-o", "%T") == "idle")
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.says("scancel", "--user=root")
        deadline = time.monotonic() + 30
        while self.says("squeue", "-h") and time.monotonic() < deadline:
            time.sleep(0.2)
        self.stop()

    def start(self, *command):
        with open(self.folder / f"{command[0]}.out", "w") as out:
            self.daemons.append(subprocess.Popen(
                command, env=self.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                start_new_session=True, preexec_fn=lambda: os.sched_setaffinity(0, self.cores)))

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
        # Slurm may have lost tasks, some of them stopped.
        ours = f"SLURM_CONF={self.environment['SLURM_CONF']}".encode()
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if ours in (process / "environ").read_bytes().split(b"\0"):
                    os.kill(int(process.name), signal.SIGKILL)
            except OSError:  # it has ended
                continue

    def wait_for(self, what, is_there, seconds=180, interval=0.2):
        deadline = time.monotonic() + seconds
        while not is_there():
            for daemon in self.daemons:
                if daemon.poll() is not None:
                    sys.exit(f"{daemon.args[0]} ended by itself: {self.logs()}")
            if time.monotonic() > deadline:
                sys.exit(f"no {what} within {seconds} s: {self.logs()}")
            time.sleep(interval)

    def logs(self):
        """The ends of the daemons' logs."""
        return "".join(f"\n{path.name}:\n{path.read_text(errors='replace')[-1000:]}"
                       for path in self.folder.glob("slurm*.out"))

    def says(self, *command):
        """The output of a Slurm command; empty if it fails."""
        return subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True).stdout.strip()

    def does(self, *command, cwd=None):
        """The output of a Slurm command that must succeed."""
        done = subprocess.run(command, env=self.environment, cwd=cwd, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: status {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    def state(self, task):
        """State of a job or array task, such as COMPLETED, and its exit status."""
        words = dict(word.partition("=")[::2] for word in
                     self.says("scontrol", "--oneliner", "show", "job", task).split()
                     if word.startswith(("JobState=", "ExitCode=")))
        return words.get("JobState"), words.get("ExitCode")
