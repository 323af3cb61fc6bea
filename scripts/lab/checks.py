"""What has to be true after the faults."""
import collections
import time
import uuid

from lab import versions
from lab.api import Account, repeated
from lab.devices import Device, settle
from lab.writers import Stream

STREAM_SECONDS = 15
PRECAUTION = "cannot prove that nothing was lost"
DATABASE_STATE = """
    SELECT convert_from(account.email, 'UTF8'), entity.id, entity.version,
           entity.deleted_at IS NOT NULL
    FROM entity JOIN account USING (account) ORDER BY 1, 3
"""
EPOCHS = """
    SELECT convert_from(account.email, 'UTF8'), convert_from(account.epoch, 'UTF8'),
           count(previous_epoch.number)
    FROM account LEFT JOIN previous_epoch USING (account) GROUP BY 1, 2
"""


class Checker:
    """Compares the database, new devices and readers with what was acknowledged."""

    def __init__(self, lab):
        self.lab = lab
        self.record = lab.record
        self.leader = lab.database.wait_for_leader()

    def run(self):
        settle(self.record, self.lab.devices)
        entities = self.database_entities()
        self.check_acknowledged(entities)
        self.check_versions(entities)
        self.check_epochs()
        self.check_standbys()
        for device in self.lab.devices:
            self.check_device(device)
        self.check_new_devices(entities)
        self.check_streams()

    def database_entities(self):
        """The entities of each account by id: version, and whether it is deleted."""
        found = collections.defaultdict(dict)
        for email, id, version, is_deleted in self.leader.sql(DATABASE_STATE, timeout=60):
            found[email][id] = (int(version), is_deleted == "t")
        return found

    def may_be_lost(self, entry):
        """Whether a restore was to a point before an acknowledged mutation."""
        return any(
            point <= entry["at"] and entry["sent"] <= end for point, end in self.lab.restores
        )

    def check_acknowledged(self, entities):
        """Each acknowledged mutation is in the database, or a later one of its entity."""
        lost = 0
        last = {}
        for entry in self.record.acknowledged:
            if self.may_be_lost(entry):
                self.record.count("acknowledged before a restore to an earlier point")
                continue
            last[entry["account"], entry["entity"]] = entry
        for (email, id), entry in last.items():
            version, is_deleted = entities[email].get(id, (None, None))
            if version is None or version < entry["version"]:
                lost += 1
                self.record.note("lost", f"{entry}; the database has version {version}")
            elif version == entry["version"] and is_deleted != (entry["operation"] == "delete"):
                self.record.violation(f"{id} is deleted: {is_deleted}, acknowledged: {entry}")
        if lost:
            self.record.violation(f"{lost} acknowledged entities are lost or older: see lab.log")

    def check_versions(self, entities):
        """No version of an epoch was given to two entities, and none is missing."""
        for violation in versions.violations(self.leader.sql(versions.QUERY, timeout=60)):
            self.record.violation(violation)
        given = collections.defaultdict(set)
        for entry in self.record.acknowledged:
            given[entry["account"], entry["epoch"], entry["version"]].add(entry["entity"])
        for reader in self.lab.readers:
            for (epoch, version), id in reader.seen.items():
                given[reader.account.email, epoch, version].add(id)
        for email, epoch, _ in self.leader.sql(EPOCHS):
            for id, (version, _) in entities[email].items():
                # A version that is older than the epoch was given in an earlier one.
                if (email, epoch, version) in given:
                    given[email, epoch, version].add(id)
        for key, ids in given.items():
            if len(ids) > 1:
                self.record.violation(f"version {key} was given to {sorted(ids)}")

    def check_epochs(self):
        """An account has a new epoch for each restore, and for nothing else.

        A server that was away during a failover may renew them too, when it says so in its log.
        """
        least = len(self.lab.restores)
        precautions = sum(
            machine.log_text().count(PRECAUTION) for machine in self.lab.servers.machines.values()
        )
        self.record.count("new epochs as a precaution", precautions)
        seen = collections.defaultdict(set)
        for entry in self.record.acknowledged:
            seen[entry["account"]].add(entry["epoch"])
        for reader in self.lab.readers:
            seen[reader.account.email].update(reader.epochs)
        for email, epoch, count in self.leader.sql(EPOCHS):
            # A server that renews epochs after others have written keeps no record of it.
            renewals = len(seen[email] | {epoch}) - 1
            if renewals > least + precautions:
                self.record.violation(f"clients of {email} saw {renewals} new epochs, not {least}")
            if not least <= int(count) <= least + precautions:
                self.record.violation(
                    f"{email} has had {count} new epochs, but {least} restores lost changes, and "
                    f"servers renewed them {precautions} times as a precaution"
                )

    def check_standbys(self):
        """Each machine has the same entities once it has replayed what the leader wrote."""
        query = f"SELECT md5(string_agg(state::text, ',')) FROM ({DATABASE_STATE}) AS state"
        [[position]] = self.leader.sql("SELECT pg_current_wal_lsn()")
        expected = self.leader.sql(query, timeout=60)
        for machine in self.lab.database.machines.values():
            end = time.monotonic() + 30
            replayed = f"SELECT pg_last_wal_replay_lsn() >= '{position}'"
            while machine is not self.leader and machine.sql(replayed) != [["t"]]:
                if time.monotonic() > end:
                    self.record.violation(f"{machine.name} does not catch up")
                    break
                time.sleep(0.2)
            if machine.sql(query, timeout=60) != expected:
                self.record.violation(f"{machine.name} does not have what {self.leader.name} has")

    def check_device(self, device):
        """Nothing waits on a device, and it has what the server has."""
        status = device.status()
        for key in ("pending", "blocked", "failed", "stale", "quarantined"):
            if status[key]:
                self.record.violation(f"{device.name}: {key} is {status[key]}")
        _, verified = device.sync("--verify")
        if not (verified or {}).get("digestsAgree"):
            self.record.violation(f"{device.name}: device and server differ: {verified}")

    def check_new_devices(self, entities):
        """A new device of each account reads all that is acknowledged."""
        recorded = collections.defaultdict(dict)
        for device in self.lab.devices:
            recorded[device.email] |= device.events
        for number, email in enumerate(sorted(entities)):
            device = Device(
                self.record, f"new-{number}", email, self.lab.options.trendy,
                self.lab.clients, self.lab.options.seed,
            )
            device.sign_in()
            device.sync()
            self.check_device(device)
            events = {event["id"]: event for event in device.read_events() or []}
            live = {id for id, (_, is_deleted) in entities[email].items() if not is_deleted}
            unknown = events.keys() - live
            if unknown:
                self.record.violation(f"{device.name}: {len(unknown)} events are not on the server")
            for id, notes in recorded[email].items():
                if id not in events or events[id]["notes"] != notes:
                    self.record.violation(f"{device.name}: '{notes}' ({id}) is {events.get(id)}")
            self.check_notes(device, email, events)

    def check_notes(self, device, email, events):
        """The texts of acknowledged events are those of their last mutation."""
        last = {}
        for entry in self.record.acknowledged:
            if entry["account"] == email and not self.may_be_lost(entry) and entry["notes"]:
                last[entry["entity"]] = entry
            elif entry["operation"] == "delete" and not self.may_be_lost(entry):
                last.pop(entry["entity"], None)
        lost = [
            entry for id, entry in last.items()
            if id not in events or events[id]["notes"] != entry["notes"]
        ]
        # A restore takes back a change that was acknowledged after its point.
        restored = {
            entry["entity"] for entry in self.record.acknowledged if self.may_be_lost(entry)
        }
        unknown = restored | self.record.abandoned
        wrong = [entry for entry in lost if entry["entity"] not in unknown]
        for entry in wrong:
            self.record.note("lost", f"{device.name} has {events.get(entry['entity'])}: {entry}")
        if wrong:
            self.record.violation(
                f"{device.name}: {len(wrong)} events are not as acknowledged: see lab.log"
            )

    def check_streams(self):
        """A push to one server reaches the streams of both, and those opened long before."""
        old = self.lab.streams[0]
        email = old.account.email
        streams = [
            Stream(self.record, f"{name}-stream", email, machine.address)
            for name, machine in self.lab.servers.machines.items()
        ]
        for stream in streams:
            stream.start()
        time.sleep(2)
        for name, machine in self.lab.servers.machines.items():
            account = Account(self.record, email, address=machine.address)
            repeated(self.record, lambda: self.push_type(account, name))
            epoch, version = repeated(self.record, account.latest_cursor)
            for stream in [*streams, old]:
                if not stream.wait_for(epoch, version, STREAM_SECONDS):
                    self.record.violation(f"{stream.name} did not tell of a push to {name}")

    def push_type(self, account, name):
        id = str(uuid.uuid4())
        fields = {"name": f"{name} {id}", "color": "#336699", "icon": "star"}
        mutation = {
            "id": id, "entity_type": "event_type", "operation": "create", "entity_id": id,
            "edited_at": "2026-01-01T00:00:00.000Z", "fields": fields,
        }
        device = "00000000-0000-4000-8000-000000000002"
        body = {"device_id": device, "mutations": [mutation]}
        return account.ask("POST", "/api/v1/sync/push", body)
