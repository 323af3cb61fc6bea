"""Clients over HTTP: writers whose acknowledged mutations are recorded, readers and streams."""
import random
import threading
import time

from lab.api import BROKEN, Account, Unanswered, new_id, repeated, split_cursor

LARGEST_PUSH = 5
PAUSE = (0.03, 0.15)  # seconds between two pushes
STREAM_TIMEOUT = 25  # the server sends a comment each 15 s


def instant():
    moment = time.time()
    text = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(moment))
    return f"{text}.{int(moment * 1000) % 1000:03d}Z"


class Writer(threading.Thread):
    """Pushes events of its own, and repeats each push until the server answers."""

    def __init__(self, record, name, email, seed):
        super().__init__(name=name, daemon=True)
        self.record = record
        self.chance = random.Random(f"{seed}/{name}")
        self.account = Account(record, email, self.chance)
        self.epoch = None
        self.type = None
        self.known = {}  # the version of each event of this epoch
        self.should_stop = threading.Event()
        self.made = 0

    def run(self):
        try:
            while not self.should_stop.is_set():
                self.push(self.imagine())
                time.sleep(self.chance.uniform(*PAUSE))
        except Exception as error:
            self.record.violation(f"{self.name} ended: {error!r}")
            raise

    def imagine(self):
        """The mutations of a push."""
        if self.type is None:
            self.type = new_id(self.chance)
            return [self.mutation("create", "event_type", self.type, fields={
                "name": f"{self.name} {self.type}", "color": "#336699", "icon": "cup.and.saucer",
            })]
        mutations = []
        changed = set()
        for _ in range(self.chance.randint(1, LARGEST_PUSH)):
            old = [id for id in self.known if id not in changed]
            if old and self.chance.random() < 0.25:
                id = self.chance.choice(old)
                changed.add(id)
                operation = "delete" if self.chance.random() < 0.2 else "update"
                fields = {"notes": self.text()} if operation == "update" else {}
                mutations.append(self.mutation(operation, "event", id, self.known[id], fields))
            else:
                mutations.append(self.mutation("create", "event", new_id(self.chance), fields={
                    "event_type_id": self.type, "timestamp": instant(), "is_all_day": False,
                    "source_type": "manual", "notes": self.text(),
                }))
        return mutations

    def text(self):
        self.made += 1
        return f"{self.name} {self.made}"

    def mutation(self, operation, kind, entity, base_version=None, fields=None):
        mutation = {
            "id": new_id(self.chance), "entity_type": kind, "operation": operation,
            "entity_id": entity, "edited_at": instant(), "fields": fields or {},
        }
        if base_version is not None:
            mutation["base_version"] = base_version
        return mutation

    def push(self, mutations):
        """Sends mutations until the server has answered for all of them."""
        while mutations:
            body = {"device_id": "00000000-0000-4000-8000-000000000001", "mutations": mutations}
            if self.epoch:
                body["epoch"] = self.epoch
            sent = self.record.seconds
            answered = repeated(
                self.record, lambda: self.account.ask("POST", "/api/v1/sync/push", body)
            )
            if answered is None:
                return
            status, answer = answered
            if status == 200:
                mutations = self.take(mutations, answer, sent)
            elif status == 410:
                mutations = self.begin_epoch(mutations)
            else:
                self.record.violation(f"{self.name}: a push was answered {status}: {answer}")
                return

    def begin_epoch(self, mutations):
        """Forgets the versions of the old epoch; returns the mutations that need none."""
        latest = repeated(self.record, self.account.latest_cursor)
        if latest is None:
            return []
        if latest[0] == self.epoch:
            self.record.violation(f"{self.name}: 410 without another epoch than {self.epoch}")
        self.record.note(self.name, f"epoch {latest[0]} instead of {self.epoch}")
        self.epoch = latest[0]
        self.known = {}
        # The server may have applied them before the epoch ended, without an answer.
        self.record.abandon(each["entity_id"] for each in mutations)
        # The type may be among what was lost.
        self.type = None
        self.push(self.imagine())
        kept = [each for each in mutations if each["operation"] == "create"]
        for mutation in kept:
            if mutation["entity_type"] == "event":
                mutation["fields"]["event_type_id"] = self.type
                mutation["id"], mutation["entity_id"] = (new_id(self.chance) for _ in range(2))
        return [each for each in kept if each["entity_type"] == "event"]

    def take(self, mutations, answer, sent):
        """Records what was acknowledged; returns the mutations without a result."""
        self.epoch = answer["epoch"]
        moment = self.record.seconds
        results = {result["id"]: result for result in answer["results"]}
        entries = []
        for mutation in mutations:
            result = results.get(mutation["id"])
            if result is None:
                continue
            if result["status"] not in ("applied", "duplicate"):
                self.record.violation(f"{self.name}: {mutation} was answered {result}")
                continue
            entries.append({
                "at": moment, "sent": sent, "account": self.account.email, "epoch": self.epoch,
                "mutation": mutation["id"], "entity": mutation["entity_id"],
                "operation": mutation["operation"], "version": result["version"],
                "notes": mutation["fields"].get("notes"), "status": result["status"],
            })
            self.known[mutation["entity_id"]] = result["version"]
            if mutation["operation"] == "delete" or mutation["entity_type"] != "event":
                del self.known[mutation["entity_id"]]
        self.record.acknowledge(moment, entries)
        return [each for each in mutations if each["id"] not in results]


class Reader(threading.Thread):
    """Pulls the changes of an account, and keeps which entity had which version."""

    def __init__(self, record, name, email, seed):
        super().__init__(name=name, daemon=True)
        self.record = record
        self.account = Account(record, email, random.Random(f"{seed}/{name}"))
        self.seen = {}  # the entity of each epoch and version
        self.epochs = []
        self.cursor = None

    def run(self):
        while not self.record.has_ended.is_set():
            try:
                self.read_page()
            except Unanswered:
                pass
            time.sleep(0.4)

    def read_page(self):
        since = f"&since={self.cursor}" if self.cursor else ""
        status, page = self.account.ask("GET", f"/api/v1/changes?limit=1000{since}")
        if status == 410 and self.cursor:
            self.begin_epoch()
            return
        if status != 200:
            self.record.violation(f"{self.name}: a page was answered {status}: {page}")
            return
        epoch, version = split_cursor(page["next_cursor"])
        before = split_cursor(self.cursor) if self.cursor else (epoch, 0)
        if epoch not in self.epochs:
            self.epochs.append(epoch)
        if epoch != before[0] or version < before[1]:
            self.record.violation(f"{self.name}: from {self.cursor} to {page['next_cursor']}")
        for change in page["changes"]:
            key = (epoch, change["version"])
            entity = self.seen.setdefault(key, change["entity_id"])
            if entity != change["entity_id"] or change["version"] <= before[1]:
                self.record.violation(f"{self.name}: version {key} again, for another entity")
        self.cursor = page["next_cursor"]
        self.record.count("changes read", len(page["changes"]))

    def begin_epoch(self):
        """A cursor may end only with its epoch."""
        latest = self.account.latest_cursor()
        if latest[0] == split_cursor(self.cursor)[0]:
            self.record.violation(f"{self.name}: {self.cursor} expired, the latest is {latest}")
        self.cursor = None


class Stream(threading.Thread):
    """A stream of changes that is opened again whenever it ends."""

    def __init__(self, record, name, email, address):
        super().__init__(name=name, daemon=True)
        self.record = record
        self.account = Account(record, email, address=address)
        self.last = None  # the newest cursor
        self.changed = threading.Condition()

    def run(self):
        while not self.record.has_ended.is_set():
            try:
                connection, answer = self.account.stream(STREAM_TIMEOUT)
            except Unanswered:
                time.sleep(0.5)
                continue
            self.record.count("streams opened")
            try:
                while line := answer.readline():
                    self.take(line.decode())
            except BROKEN:
                pass
            finally:
                connection.close()

    def take(self, line):
        if line.startswith("data:"):
            with self.changed:
                self.last = line.split('"cursor":')[1].split('"')[1]
                self.changed.notify_all()

    def wait_for(self, epoch, version, seconds):
        """Whether the stream tells of a version in time."""

        def has_come():
            return self.last and split_cursor(self.last) >= (epoch, version) and (
                split_cursor(self.last)[0] == epoch
            )

        with self.changed:
            return self.changed.wait_for(has_come, seconds)
