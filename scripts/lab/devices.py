"""Devices on the command line: they record, sync and read as people's devices do."""
import json
import os
import random
import sqlite3
import subprocess
import threading
import time

from lab.api import PASSWORD
from lab.servers import URL

PAUSE = (0.5, 2)  # seconds between two commands
STUCK_SECONDS = 120
# Exit codes of `trendy --help` that an outage explains.
UNREACHABLE, BUSY, SIGN_IN = 69, 75, 77
SETTLING_ROUNDS = 60
SETTLING_PAUSE = 2


class Device(threading.Thread):
    """A profile of `trendy`, and the commands that are run on it, one at a time."""

    def __init__(self, record, name, email, trendy, directory, seed):
        super().__init__(name=name, daemon=True)
        self.record = record
        self.email = email
        self.trendy = trendy
        self.profile = directory / name
        self.environment = os.environ | {"TRENDY_PASSWORD": PASSWORD, "TMPDIR": str(directory)}
        self.chance = random.Random(f"{seed}/{name}")
        self.should_stop = threading.Event()
        self.events = {}  # the notes of each event that the command said is recorded
        self.made = 0

    def run(self):
        try:
            while not self.should_stop.is_set():
                for _ in range(self.chance.randint(0, 3)):
                    self.log_event()
                self.sync()
                time.sleep(self.chance.uniform(*PAUSE))
        except Exception as error:
            self.record.violation(f"{self.name} ended: {error!r}")
            raise

    def command(self, *arguments, expected=(0,)):
        """The exit code of a command, and the JSON that it printed."""
        line = [str(each) for each in (*arguments, "--json", "--profile", self.profile)]
        result = subprocess.run(
            [self.trendy, *line],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=STUCK_SECONDS,
            env=self.environment,
            text=True,
        )
        said = result.stderr.strip()
        self.record.count("commands of devices")
        self.record.note(self.name, f"{' '.join(map(str, arguments))}: {result.returncode} {said}")
        if result.returncode not in expected:
            text = f"'{' '.join(map(str, arguments))}' ended with {result.returncode}: {said}"
            self.record.violation(f"{self.name}: {text}")
        try:
            return result.returncode, json.loads(result.stdout)
        except ValueError:
            return result.returncode, None

    def sign_up(self):
        self.command("signup", "--server", URL, "--email", self.email)

    def sign_in(self):
        outcomes = (0, UNREACHABLE, BUSY)
        return self.command("login", "--server", URL, "--email", self.email, expected=outcomes)[0]

    def log_event(self):
        self.made += 1
        notes = f"{self.name} {self.made}"
        kind = f"{self.chance.choice(['Coffee', 'Walk'])} of {self.name}"
        _, receipt = self.command("log", kind, "--note", notes)
        if receipt:
            self.events[receipt["event"]] = notes
            self.record.count("events of devices")

    def sync(self, *options):
        expected = (0, UNREACHABLE, BUSY, SIGN_IN)
        code, output = self.command("sync", *options, expected=expected)
        if code == SIGN_IN:
            self.record.count("sessions of devices ended")
            self.sign_in()
        self.record.count("syncs" if code == 0 else "syncs without server")
        self.check_attempts()
        return code, output

    def check_attempts(self):
        """An outage is no fault of a mutation, so no mutation may have a counted attempt."""
        for path in self.profile.glob("*.sqlite"):
            connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10)
            try:
                rows = connection.execute(
                    "SELECT operation, attempts, problem FROM mutation "
                    "WHERE attempts > 0 OR state > 0"
                ).fetchall()
            finally:
                connection.close()
            for row in rows:
                self.record.violation(f"{self.name}: a mutation was charged an attempt: {row}")

    def status(self):
        return self.command("status")[1]

    def read_events(self):
        return self.command("events", "--limit", "1000000")[1]


def settle(record, devices):
    """Syncs until no device has anything to send, then brings what the last one sent to all."""
    for _ in range(SETTLING_ROUNDS):
        codes = [device.sync()[0] for device in devices]
        if not any(codes) and sum(device.status()["pending"] for device in devices) == 0:
            break
        time.sleep(SETTLING_PAUSE)
    else:
        record.violation(f"devices still have changes to send after {SETTLING_ROUNDS} syncs")
    for device in devices:
        device.sync()
