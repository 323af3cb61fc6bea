"""Backups and point-in-time restores with pgBackRest."""
import time

from lab import network
from lab.cluster import OWNER, binaries, owner_ids
from lab.processes import run, wait_until

STANZA = "lab"
LOST_SECONDS = 4  # how long clients write after the point that is restored


class Backups:
    """A repository that all machines of the database reach."""

    def __init__(self, record, directory, database):
        self.record = record
        self.database = database
        self.repository = directory / "disks" / "backups"
        network.mount_disk(self.repository, 3000, owner_ids())
        self.number = 0
        for machine in database.machines.values():
            self.write_settings(machine, directory)
            machine.write_settings(" ".join(self.command(machine, "archive-push", "%p")))

    def command(self, machine, *arguments):
        settings = f"--config={machine.backup_settings}"
        return ["pgbackrest", settings, f"--stanza={STANZA}", *arguments]

    def write_settings(self, machine, directory):
        locks = machine.disk / "locks"
        machine.backup_settings.write_text(
            f"[global]\n"
            f"repo1-path={self.repository}\nrepo1-retention-full=2\ncompress-type=lz4\n"
            f"start-fast=y\nlog-level-console=warn\nlog-level-file=off\n"
            f"lock-path={locks}\nspool-path={machine.disk}/spool\n"
            f"[{STANZA}]\n"
            f"pg1-path={machine.data}\npg1-socket-path={machine.disk}\npg1-user={OWNER}\n"
        )

    def run(self, machine, *arguments):
        command = self.command(machine, *arguments)
        return run(command, machine=machine.name, user=OWNER, timeout=120)

    def create(self):
        self.run(self.database.wait_for_leader(), "stanza-create")
        self.back_up()

    def back_up(self):
        self.run(self.database.wait_for_leader(), "--type=full", "backup")

    def mark(self):
        """Marks a point to restore, and lets the clients write for some seconds after it."""
        self.number += 1
        leader = self.database.wait_for_leader()
        leader.sql(f"SELECT pg_create_restore_point('lab_{self.number}')")
        time.sleep(LOST_SECONDS)
        # The name of a WAL file is without its timeline in a comparison of positions.
        [[last]] = leader.sql("SELECT pg_walfile_name(pg_switch_wal())")
        archived = f"SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= '{last}'"
        wait_until(lambda: leader.sql(archived, check=False), 60, "archiving")

    def restore(self, machine):
        """Restores the marked point on a machine, and starts the cluster from it."""
        self.database.forget_members()
        point = ["--type=name", f"--target=lab_{self.number}", "--target-action=promote"]
        self.run(machine, "--delta", *point, "restore")
        self.recover(machine)
        # What pgBackRest wrote there would let each later start recover to the same point.
        (machine.data / "postgresql.auto.conf").write_text("")
        for other in self.database.machines.values():
            if other is not machine:
                self.database.empty(other)
        machine.patroni.start()
        wait_until(self.database.leader, 120, "the election after the restore")
        for other in self.database.machines.values():
            other.patroni.start()

    def recover(self, machine):
        """Lets PostgreSQL replay the archive up to the point, without connections from outside."""
        options = (
            f"-c listen_addresses='' -c unix_socket_directories={machine.disk} "
            f"-c synchronous_standby_names='' -c archive_mode=off"
        )
        control = [binaries() / "pg_ctl", "-D", machine.data, "-w", "-t", "100"]
        log = machine.disk / "recovery.log"
        run([*control, "-l", log, "-o", options, "start"], machine.name, OWNER, timeout=120)
        query = [binaries() / "psql", "-h", machine.disk, "-XAtqc", "SELECT pg_is_in_recovery()"]
        wait_until(
            lambda: run(query, machine.name, OWNER, check=False).strip() == "f", 100, "recovery"
        )
        run([*control, "-m", "fast", "stop"], machine.name, OWNER, timeout=120)
