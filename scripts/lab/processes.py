"""Processes of the lab, each in the network of a machine of the lab."""
import contextlib
import os
import pathlib
import signal
import subprocess
import threading
import time

STOP_SECONDS = 20
RESTART_SECONDS = 1  # as `RestartSec=` of a systemd unit


def in_network(machine, arguments, user=None):
    """The arguments of a program in the network of a machine, as a user."""
    command = [] if machine is None else ["nsenter", f"--net=/run/netns/{machine}", "--"]
    if user:
        command += ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--"]
    return command + [str(argument) for argument in arguments]


def run(arguments, machine=None, user=None, timeout=60, check=True):
    """Runs a program to its end and returns its output."""
    result = subprocess.run(
        in_network(machine, arguments, user),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=timeout,
        text=True,
        cwd="/",
    )
    if check and result.returncode != 0:
        raise RuntimeError(f"{arguments[0]} failed: {(result.stderr or result.stdout).strip()}")
    return result.stdout


def send(pid, number):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def children(pid):
    """The processes that a process started and that live."""
    path = pathlib.Path(f"/proc/{pid}/task/{pid}/children")
    with contextlib.suppress(OSError):
        return [int(child) for child in path.read_text().split()]
    return []


def is_alive(pid):
    return os.path.exists(f"/proc/{pid}")


class Service:
    """A program that runs until it is stopped, and that faults may kill or freeze."""

    def __init__(self, record, name, arguments, log, machine, user=None, environment=None):
        self.record = record
        self.name = name
        self.arguments = arguments
        self.log = open(log, "ab")
        self.machine = machine
        self.user = user
        self.environment = environment or {}
        self.process = None
        self.lock = threading.Lock()

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def start(self, *more):
        with self.lock:
            if self.is_running:
                return
            self.process = subprocess.Popen(
                in_network(self.machine, [*self.arguments, *more], self.user),
                stdin=subprocess.DEVNULL,
                stdout=self.log,
                stderr=self.log,
                env=os.environ | self.environment,
                cwd="/",
            )
            self.record.note(self.name, f"started as {self.process.pid}")

    def signal(self, number):
        if self.process is not None:
            send(self.process.pid, number)

    def kill(self):
        self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def stop(self):
        """Asks the program to end; kills it when it does not. Returns its exit code."""
        if self.process is None:
            return None
        self.signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return self.process.returncode


class Supervisor:
    """Starts a service again when it ends, as systemd does, except while a fault holds it."""

    def __init__(self, service):
        self.service = service
        self.is_held = False
        self.thread = threading.Thread(target=self.watch, name=service.name, daemon=True)

    def start(self, *more):
        self.service.start(*more)
        if not self.thread.is_alive():
            self.thread.start()

    def watch(self):
        while not self.service.record.has_ended.is_set():
            if not self.service.is_running and not self.is_held:
                code = self.service.process.returncode
                self.service.record.note(self.service.name, f"ended with {code}")
                time.sleep(RESTART_SECONDS)
                if not self.is_held:
                    self.service.start()
            time.sleep(0.1)


def wait_until(condition, seconds, what):
    """Waits for a condition; raises `TimeoutError` with the name of what did not happen."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        result = condition()
        if result:
            return result
        time.sleep(0.25)
    raise TimeoutError(f"{what} did not happen within {seconds} s")
