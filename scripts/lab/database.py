"""The database: three machines with etcd, Patroni and PostgreSQL."""
import json
import pathlib
import shutil
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request

from lab import network
from lab.cluster import OWNER, binaries, owner_ids
from lab.processes import Service, children, is_alive, run, send, wait_until

SCOPE = "lab"
DATABASE = "trendy"
DISK_MEGABYTES = 700
# Lets servers prove after a failover that nothing was lost.
TIMELINE_HISTORY = pathlib.Path(__file__).parents[2] / "packaging/postgresql/timeline-history.sql"
# A partition has to be noticed before the failover is due: the default is 60 s.
REPLICATION_TIMEOUT = "8s"
HEALTHY_SECONDS = 150
REINIT_SECONDS = 45
# A leader that lost etcd may give up some seconds after it could reach it again.
STABLE_SECONDS = 6
DYNAMIC = {
    "ttl": 20,
    "loop_wait": 3,
    "retry_timeout": 5,
    "primary_start_timeout": 10,
    "maximum_lag_on_failover": 1048576,
    "synchronous_mode": True,
    "synchronous_mode_strict": True,
    "postgresql": {
        "use_pg_rewind": True,
        "use_slots": True,
        "parameters": {
            "synchronous_commit": "on",
            "wal_level": "replica",
            "wal_log_hints": "on",
            "wal_keep_size": "64MB",
            "min_wal_size": "16MB",
            "max_wal_size": "64MB",
            "wal_sender_timeout": REPLICATION_TIMEOUT,
            "wal_receiver_timeout": REPLICATION_TIMEOUT,
            "tcp_user_timeout": REPLICATION_TIMEOUT,
            "max_connections": 80,
            "shared_buffers": "32MB",
            "archive_mode": "on",
        },
    },
}
HBA = [
    "local all all trust",
    "local replication all trust",
    "host all,replication all 127.0.0.1/32 trust",
    "host all,replication all 10.77.0.0/24 trust",
]


def ask(address, path, body=None, method="GET", timeout=2):
    """The status and the JSON of an answer of Patroni; status 0 when there is none."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{address}:8008{path}", data, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            content, status = answer.read(), answer.status
    except urllib.error.HTTPError as error:
        content, status = error.read(), error.code
    except OSError:
        return 0, None
    try:
        return status, json.loads(content)
    except ValueError:
        return status, content.decode(errors="replace")


class DatabaseMachine:
    """One machine of the cluster."""

    def __init__(self, record, name, directory):
        self.name = name
        self.address = network.DATABASES[name]
        self.disk = directory / "disks" / name
        self.data = self.disk / "data"
        self.settings = directory / f"{name}.patroni.json"
        self.backup_settings = directory / f"{name}.pgbackrest.conf"
        network.mount_disk(self.disk, DISK_MEGABYTES, owner_ids())
        etcd_disk = directory / "disks" / f"{name}-etcd"
        network.mount_disk(etcd_disk, 300, owner_ids())
        self.etcd = Service(
            record, f"{name}-etcd", self.etcd_arguments(etcd_disk),
            directory / f"{name}-etcd.log", name, OWNER,
        )
        self.patroni = Service(
            record, f"{name}-patroni", ["patroni", self.settings],
            directory / f"{name}-patroni.log", name, OWNER,
        )

    def etcd_arguments(self, disk):
        peers = ",".join(
            f"{name}=http://{address}:2380" for name, address in network.DATABASES.items()
        )
        return [
            "etcd", "--name", self.name, "--data-dir", disk / "data",
            "--listen-peer-urls", f"http://{self.address}:2380",
            "--initial-advertise-peer-urls", f"http://{self.address}:2380",
            "--listen-client-urls", f"http://{self.address}:2379,http://127.0.0.1:2379",
            "--advertise-client-urls", f"http://{self.address}:2379",
            "--initial-cluster", peers, "--initial-cluster-state", "new",
            "--heartbeat-interval", "250", "--election-timeout", "2500",
            # A machine that comes back from a partition does not depose etcd's leader.
            "--pre-vote",
            # Over the other version of etcd's API, Patroni 3.0.2 of Debian overwrites the lock of
            # another leader when a former one reads a member of etcd that lags; 3.0.3 does not.
            "--enable-v2",
        ]

    def write_settings(self, archive_command):
        dynamic = json.loads(json.dumps(DYNAMIC))
        dynamic["postgresql"]["parameters"]["archive_command"] = "true"
        settings = {
            "scope": SCOPE,
            "name": self.name,
            "restapi": {"listen": "0.0.0.0:8008", "connect_address": f"{self.address}:8008"},
            "etcd": {"hosts": [f"{address}:2379" for address in network.DATABASES.values()]},
            "bootstrap": {
                "dcs": dynamic,
                "initdb": [{"encoding": "UTF8"}, {"wal-segsize": "4"}],
            },
            "postgresql": {
                "listen": "0.0.0.0:5432",
                "connect_address": f"{self.address}:5432",
                "data_dir": str(self.data),
                "bin_dir": str(binaries()),
                "pgpass": str(self.disk / "pgpass"),
                "pg_hba": HBA,
                "authentication": {
                    "superuser": {"username": OWNER},
                    "replication": {"username": "replicator"},
                },
                "basebackup": [{"checkpoint": "fast"}],
                "parameters": {
                    "unix_socket_directories": str(self.disk),
                    "archive_command": archive_command,
                },
                "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True,
            },
            "watchdog": {"mode": "off"},
        }
        self.settings.write_text(json.dumps(settings, indent=1))

    @property
    def postmaster(self):
        """The id of PostgreSQL's main process; `None` when it does not run."""
        try:
            return int((self.data / "postmaster.pid").read_text().split()[0])
        except (OSError, ValueError, IndexError):
            return None

    def signal_postgres(self, number):
        """Signals all processes of PostgreSQL, the main one first."""
        if self.postmaster is not None:
            processes = [self.postmaster, *children(self.postmaster)]
            if number == signal.SIGCONT:
                processes.reverse()
            for pid in processes:
                send(pid, number)

    def kill_all(self):
        """Ends the machine's Patroni and PostgreSQL at once."""
        self.patroni.kill()
        main = self.postmaster
        processes = [] if main is None else [main, *children(main)]
        self.signal_postgres(signal.SIGKILL)
        wait_until(lambda: not any(map(is_alive, processes)), 10, f"the end of {self.name}")

    def psql(self, database):
        target = f"host={self.address} user={OWNER} dbname={database} connect_timeout=3"
        return [binaries() / "psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", target]

    def sql(self, text, database=DATABASE, timeout=10, check=True):
        """The rows of a query on this machine, each a list of texts.

        Without `check`, a query that fails or takes too long has no rows.
        """
        command = [*self.psql(database), "-F", "\t", "-c", text]
        try:
            output = run(command, timeout=timeout, check=check)
        except subprocess.TimeoutExpired:
            if check:
                raise
            return []
        return [line.split("\t") for line in output.splitlines()]

    def run_file(self, path, *options):
        """Runs the statements of a file."""
        run([*self.psql(DATABASE), *options, "-f", path])


class DatabaseCluster:
    """The three machines, as the lab sees them from outside."""

    def __init__(self, record, directory):
        self.record = record
        self.machines = {
            name: DatabaseMachine(record, name, directory) for name in network.DATABASES
        }

    def start(self):
        """Starts an empty cluster and creates the database and its owner."""
        for machine in self.machines.values():
            machine.etcd.start()
        # One machine initializes; the others copy it.
        for machine in self.machines.values():
            machine.patroni.start()
        leader = wait_until(self.leader, 120, "the election of a leader")
        wait_until(
            lambda: leader.sql("SELECT 1", "postgres", check=False), 30, "the first connection"
        )
        leader.sql("CREATE ROLE trendy LOGIN", "postgres")
        leader.sql(f"CREATE DATABASE {DATABASE} OWNER trendy", "postgres", timeout=60)
        leader.run_file(TIMELINE_HISTORY, "-v", "role=trendy")

    def leader(self):
        """The machine that Patroni says is the primary; `None` while there is none."""
        for machine in self.machines.values():
            if ask(machine.address, "/primary", timeout=1)[0] == 200:
                return machine
        return None

    def wait_for_leader(self):
        return wait_until(self.leader, HEALTHY_SECONDS, "the election of a leader")

    def synchronous_standby(self, leader):
        """The standby that has each acknowledged commit; `None` while there is none."""
        rows = leader.sql(
            "SELECT application_name FROM pg_stat_replication WHERE sync_state = 'sync'",
            check=False,
        )
        return self.machines.get(rows[0][0]) if rows else None

    def is_healthy(self):
        """Whether both standbys follow the leader, and Patroni has chosen one to replace it.

        PostgreSQL has a synchronous standby some seconds before Patroni has written its name.
        """
        leader = self.leader()
        if leader is None:
            return False
        _, cluster = ask(leader.address, "/cluster")
        members = cluster.get("members", []) if isinstance(cluster, dict) else []
        if not any(member["role"] == "sync_standby" for member in members):
            return False
        rows = leader.sql(
            "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' "
            "AND application_name LIKE 'db%'",
            check=False,
        )
        states = [row[0] for row in rows]
        return len(states) == 2 and "sync" in states

    def wait_until_healthy(self):
        """Waits until the cluster stays healthy; creates a standby anew that does not come back."""
        start = since = time.monotonic()
        reinitialized = set()
        while True:
            if not self.is_healthy():
                since = time.monotonic()
            elif time.monotonic() - since > STABLE_SECONDS:
                return
            waited = time.monotonic() - start
            if waited > HEALTHY_SECONDS:
                raise TimeoutError(f"The database is not healthy after {HEALTHY_SECONDS} s")
            if waited > REINIT_SECONDS and not reinitialized:
                reinitialized = self.reinitialize()
            time.sleep(0.5)

    def reinitialize(self):
        """What an operator does with a standby that cannot follow."""
        leader = self.leader()
        if leader is None:
            return set()
        rows = leader.sql(
            "SELECT application_name FROM pg_stat_replication WHERE state = 'streaming'",
            check=False,
        )
        following = {row[0] for row in rows} | {leader.name}
        lost = set(self.machines) - following
        for name in lost:
            machine = self.machines[name]
            self.record.note(name, "reinitialized, because it does not follow the leader")
            self.record.count("standbys reinitialized")
            ask(machine.address, "/reinitialize", {"force": True}, "POST", timeout=10)
        return lost

    def switch_over(self, leader, standby):
        """Moves the leader to a standby, as `patronictl switchover` does."""
        members = {"leader": leader.name, "candidate": standby.name}
        status, answer = ask(leader.address, "/switchover", members, "POST", timeout=40)
        self.record.note("switchover", f"{status} {answer}")

    def change_settings(self, changes):
        """Changes Patroni's settings of the whole cluster."""
        status, answer = ask(self.wait_for_leader().address, "/config", changes, "PATCH", 5)
        if status != 200:
            raise RuntimeError(f"Patroni does not accept settings: {status} {answer}")

    def forget_members(self):
        """Removes what etcd knows of leader and members, but not the settings."""
        address, *_ = network.DATABASES.values()
        for key in ("leader", "sync", "status", "history", "failover", "optime", "members"):
            url = f"http://{address}:2379/v2/keys/service/{SCOPE}/{key}?recursive=true"
            try:
                urllib.request.urlopen(urllib.request.Request(url, method="DELETE"), timeout=10)
            except urllib.error.HTTPError as error:
                if error.code != 404:
                    raise

    def empty(self, machine):
        """Removes a machine's copy of the database."""
        shutil.rmtree(machine.data, ignore_errors=True)

    def stop_postgres(self):
        """Ends Patroni and PostgreSQL on all machines at once."""
        threads = [
            threading.Thread(target=machine.kill_all) for machine in self.machines.values()
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for machine in self.machines.values():
            (machine.data / "postmaster.pid").unlink(missing_ok=True)
