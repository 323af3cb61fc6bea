"""A run of the lab: the machines, the clients, the faults one after the other, and the check."""
import json
import statistics
import threading
import time

from lab import faults, network
from lab.backup import Backups
from lab.breaks import BREAKS
from lab.checks import Checker
from lab.database import DatabaseCluster
from lab.devices import Device
from lab.record import Record
from lab.servers import Servers
from lab.writers import Reader, Stream, Writer

WRITERS = 4
ACCOUNTS = 2  # of the writers; the devices have one of their own
DEVICE_ACCOUNT = "devices@example.org"
LONGEST_GAP = 30  # seconds without an acknowledged write that a failover may take
OVERLAPPING = 0.25  # how often a second fault begins while the first one lasts
REST = (1, 3)  # seconds between faults


class Lab:
    """Everything that a run starts."""

    def __init__(self, options, directory, chance):
        self.options = options
        self.chance = chance
        self.record = Record(directory)
        self.clients = directory / "disks" / "clients"
        self.restores = []  # the times between which acknowledged writes were lost on purpose
        self.results = []
        self.deck = []
        network.create()
        network.mount_disk(self.clients, 2000)
        self.database = DatabaseCluster(self.record, directory)
        self.backups = Backups(self.record, directory, self.database)
        self.servers = Servers(self.record, options.trendy, directory)

    # Clients

    def start(self):
        self.database.start()
        self.servers.start()
        self.backups.create()
        self.database.wait_until_healthy()
        seed = self.options.seed
        emails = [f"writers-{number}@example.org" for number in range(ACCOUNTS)]
        self.writers = [
            Writer(self.record, f"writer-{number}", emails[number % ACCOUNTS], seed)
            for number in range(WRITERS)
        ]
        self.readers = [Reader(self.record, f"reader-{email}", email, seed) for email in emails]
        self.streams = [
            Stream(self.record, f"stream-{email}", email, network.HUB) for email in emails
        ]
        self.devices = [
            Device(self.record, name, DEVICE_ACCOUNT, self.options.trendy, self.clients, seed)
            for name in ("phone", "tablet")
        ]
        for writer in self.writers[:ACCOUNTS]:
            writer.account.sign_up()
        self.devices[0].sign_up()
        self.devices[1].sign_in()
        for client in [*self.writers, *self.readers, *self.streams, *self.devices]:
            client.start()

    def stop_writing(self):
        """Ends the writers and the devices after what they are doing."""
        for client in [*self.writers, *self.devices]:
            client.should_stop.set()
        for client in [*self.writers, *self.devices]:
            client.join(150)
            if client.is_alive():
                self.record.violation(f"{client.name} does not come to an end")

    # Faults

    def draw(self, group=None):
        """A fault; each kind comes once before one comes again."""
        allowed = self.options.kinds
        matching = [
            kind for kind in self.deck if group in (None, faults.KINDS[kind].group)
        ]
        if not matching:
            self.deck += self.chance.sample(allowed, len(allowed))
            matching = [kind for kind in self.deck if group in (None, faults.KINDS[kind].group)]
        if not matching:
            return None
        self.deck.remove(matching[0])
        return faults.KINDS[matching[0]](self, self.chance)

    def cause_faults(self):
        while len(self.results) < self.options.faults and not self.record.violations:
            first = self.draw()
            second = None
            can_overlap = first.is_failover and len(self.results) + 1 < self.options.faults
            if can_overlap and self.chance.random() < OVERLAPPING:
                second = self.draw("server" if first.group == "database" else "database")
            if second is not None and not second.is_failover:
                self.deck.append(second.name)
                second = None
            self.cause(first, second)
            time.sleep(self.chance.uniform(*REST))

    def cause(self, first, second):
        """Lets one fault happen, or two that overlap, and waits until all is well again."""
        begin = self.record.seconds
        both = [first] if second is None else [first, second]
        threads = [threading.Thread(target=self.happen, args=(fault,)) for fault in both]
        for thread in threads:
            thread.start()
            time.sleep(self.chance.uniform(0.1, 3) if second else 0)
        for thread in threads:
            thread.join()
        healed = self.record.seconds
        try:
            self.database.wait_until_healthy()
            self.servers.wait_until_ready()
            self.wait_for_write()
        except TimeoutError as error:
            self.record.violation(f"after {' and '.join(fault.name for fault in both)}: {error}")
        end = self.record.seconds
        gap = self.record.longest_gap(begin, end)
        for fault in both:
            self.results.append({
                "fault": fault.name, "detail": fault.detail, "begin": round(begin, 1),
                "seconds": round(fault.duration, 1), "healthy_after": round(end - healed, 1),
                "longest_gap": round(gap, 1), "overlaps": second is not None,
                "is_failover": fault.is_failover,
            })
            self.show(self.results[-1])
        if all(fault.is_failover for fault in both) and gap >= LONGEST_GAP:
            names = " and ".join(f"{fault.name} ({fault.detail})" for fault in both)
            self.record.violation(f"{names}: no acknowledged write for {gap:.1f} s")

    def happen(self, fault):
        self.record.note("fault", f"{fault.name} for {fault.duration:.1f} s: {fault.detail}")
        try:
            fault.begin()
            self.record.note("fault", f"{fault.name} begun: {fault.detail}")
            time.sleep(fault.duration)
            fault.heal()
            self.record.note("fault", f"{fault.name} healed")
        except Exception as error:
            self.record.violation(f"{fault.name} ({fault.detail}) failed: {error!r}")

    def wait_for_write(self):
        """Waits until a write is acknowledged that was sent from now on."""
        start = self.record.seconds
        while self.record.seconds < start + 60:
            if self.record.acknowledged and self.record.acknowledged[-1]["sent"] > start:
                return
            time.sleep(0.1)
        raise TimeoutError("no write is acknowledged within 60 s")

    def restore(self, chance):
        """Restores a point in time, as the operator of a Trendy server does."""
        self.database.wait_until_healthy()
        begin = self.record.seconds
        self.backups.mark()
        if self.options.stop_for_restores:
            for machine in self.servers.machines.values():
                machine.hold(machine.server.stop)
        self.database.stop_postgres()
        self.restores.append((begin, self.record.seconds))
        self.backups.restore(chance.choice(list(self.database.machines.values())))
        if self.options.stop_for_restores:
            self.start_restored()
        self.database.wait_until_healthy()
        self.backups.back_up()

    def start_restored(self):
        """Starts one server with new epochs, then the other."""
        first, second = self.servers.machines.values()
        self.servers.wait_for_database(first)
        first.release("--restored")
        deadline = time.monotonic() + 60
        while not first.is_ready() and time.monotonic() < deadline:
            time.sleep(0.2)
        second.release()

    def show(self, result):
        if self.options.json:
            return
        overlaps = ", overlapping" if result["overlaps"] else ""
        print(
            f"{self.record.seconds:5.0f} s {len(self.results):3}/{self.options.faults} "
            f"{result['fault']} ({result['detail']}) {result['seconds']} s{overlaps}: "
            f"longest gap {result['longest_gap']} s, "
            f"{self.record.counts['mutations acknowledged']} acknowledged",
            flush=True,
        )

    # The run

    def run(self):
        self.start()
        time.sleep(3)
        self.cause_faults()
        if self.options.break_:
            BREAKS[self.options.break_].before_calm(self)
        self.stop_writing()
        self.database.wait_until_healthy()
        self.servers.wait_until_ready()
        if self.options.break_:
            BREAKS[self.options.break_].before_check(self)
        Checker(self).run()
        self.record.has_ended.set()
        for violation in self.servers.stop():
            self.record.violation(violation)

    def report(self):
        """The numbers of the run."""
        kinds = {}
        for result in self.results:
            if not result["overlaps"]:
                kinds.setdefault(result["fault"], []).append(result["longest_gap"])
        return {
            "seed": self.options.seed,
            "seconds": round(self.record.seconds),
            "faults": self.results,
            "gaps": {
                kind: {
                    "count": len(gaps), "median": round(statistics.median(gaps), 1),
                    "longest": max(gaps),
                }
                for kind, gaps in sorted(kinds.items())
            },
            "longest_gap": max(
                (each["longest_gap"] for each in self.results if each["is_failover"]), default=0
            ),
            "counts": dict(sorted(self.record.counts.items())),
            "violations": self.record.violations,
        }

    def write_report(self, path):
        report = self.report()
        path.write_text(json.dumps(report, indent=1) + "\n")
        return report
