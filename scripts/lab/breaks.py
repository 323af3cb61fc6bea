"""Defects that are made on purpose, to show that the check finds them."""
import signal
import time

from lab import network
from lab.processes import wait_until


class Break:
    """A defect, made while clients write or after they have ended."""

    def before_calm(self, lab):
        pass

    def before_check(self, lab):
        pass


class LoseRow(Break):
    """An acknowledged entity is gone from the database."""

    def before_check(self, lab):
        entry = last_entry(lab, "create")
        lab.database.wait_for_leader().sql(f"DELETE FROM entity WHERE id = '{entry['entity']}'")


class GiveVersionTwice(Break):
    """An entity has a version that was given to another one."""

    def before_check(self, lab):
        entry = last_entry(lab, "create")
        lab.database.wait_for_leader().sql(
            f"""
            UPDATE entity SET version = (
                SELECT record.version FROM idempotency_record AS record
                WHERE record.account = entity.account AND NOT EXISTS (
                    SELECT 1 FROM entity AS other
                    WHERE other.account = record.account AND other.version = record.version
                ) ORDER BY record.version DESC LIMIT 1
            ) WHERE id = '{entry['entity']}'
            """
        )


class LoseTail(Break):
    """Replication is asynchronous, and the leader dies before its standbys have the last writes."""

    def before_calm(self, lab):
        self.set_synchronous(lab, False)
        leader = lab.database.wait_for_leader()
        wait_until(
            lambda: leader.sql("SHOW synchronous_standby_names") == [[""]], 30, "asynchrony"
        )
        others = [name for name in network.DATABASES if name != leader.name]
        partition = network.Partition(leader.name, others, [5432])
        partition.begin()
        time.sleep(4)
        lab.record.note("break", f"kills {leader.name}, which alone has the last writes")
        leader.patroni.kill()
        leader.signal_postgres(signal.SIGKILL)
        wait_until(lambda: lab.database.leader() not in (None, leader), 90, "another leader")
        # The system still sends what the killed processes had written to their sockets.
        partition.heal()
        leader.patroni.start()
        self.set_synchronous(lab, True)
        lab.wait_for_write()
        time.sleep(3)

    def set_synchronous(self, lab, is_on):
        lab.database.change_settings({
            "synchronous_mode": is_on,
            "synchronous_mode_strict": is_on,
            "postgresql": {"parameters": {"synchronous_commit": "on" if is_on else "local"}},
        })


def last_entry(lab, operation):
    """The newest acknowledged event whose last mutation is of a kind."""
    last = {entry["entity"]: entry for entry in lab.record.acknowledged}
    return [
        entry for entry in last.values() if entry["operation"] == operation and entry["notes"]
    ][-1]


BREAKS = {
    "lost-row": LoseRow(),
    "version-twice": GiveVersionTwice(),
    "lost-tail": LoseTail(),
}
