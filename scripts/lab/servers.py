"""Two Trendy servers, each with an HAProxy that finds the leader, and an HAProxy before both."""
import pathlib
import time
import urllib.error
import urllib.request

from lab import network
from lab.database import DATABASE
from lab.processes import Service, Supervisor, run, wait_until

PORT = 8080
URL = f"http://{network.HUB}:{PORT}"
DISK_MEGABYTES = 64
CLOCK_LIBRARY = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"

# Connections to a machine that is no longer the leader are closed: it may be frozen and come back.
TO_LEADER = """
defaults
    mode tcp
    timeout connect 2s
    timeout client 1h
    timeout server 1h
listen leader
    bind 127.0.0.1:5432
    option httpchk GET /primary
    http-check expect status 200
    timeout check 2s
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
"""
TO_SERVERS = f"""
defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    option forwardfor
    option redispatch
    retries 2
listen servers
    bind {network.HUB}:{PORT}
    balance roundrobin
    option httpchk GET /ready
    http-check expect status 200
    timeout check 3s
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
"""


def status(address, path, timeout=3):
    """The status of an answer of a server; 0 when there is none."""
    try:
        with urllib.request.urlopen(f"http://{address}:{PORT}{path}", timeout=timeout) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


class ServerMachine:
    """A machine with a Trendy server and its own way to the leader."""

    def __init__(self, record, name, trendy, directory):
        self.name = name
        self.address = network.SERVERS[name]
        self.disk = directory / "disks" / name
        network.mount_disk(self.disk, DISK_MEGABYTES)
        proxy = directory / f"{name}.haproxy.cfg"
        proxy.write_text(TO_LEADER + "".join(
            f"    server {database} {address}:5432 check port 8008\n"
            for database, address in network.DATABASES.items()
        ))
        self.proxy = Service(
            record, f"{name}-haproxy", ["haproxy", "-db", "-f", proxy],
            directory / f"{name}-haproxy.log", name,
        )
        arguments = [
            trendy, "serve", "--database", f"postgres://trendy@127.0.0.1:5432/{DATABASE}",
            "--local-files", self.disk / "files", "--host", self.address, "--port", str(PORT),
            "--trusted-proxy", network.HUB,
        ]
        log = directory / f"{name}-trendy.log"
        self.server = Service(record, f"{name}-trendy", arguments, log, name)
        self.supervisor = Supervisor(self.server)

    def start(self):
        self.proxy.start()
        self.supervisor.start()

    def log_text(self):
        return pathlib.Path(self.server.log.name).read_text(errors="replace")

    def is_ready(self):
        return status(self.address, "/ready") == 200

    def hold(self, stop):
        """Ends the server with a method of its service, until `release`."""
        self.supervisor.is_held = True
        stop()

    def release(self, *arguments):
        self.server.start(*arguments)
        self.supervisor.is_held = False

    def restart_with_clock(self, seconds):
        """Starts the server anew, with a wall clock that is off; zero is the true one."""
        self.hold(self.server.kill)
        self.server.environment = {}
        if seconds:
            self.server.environment = {
                "LD_PRELOAD": CLOCK_LIBRARY,
                "FAKETIME": f"{seconds:+d}s",
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            }
        self.release()


class Servers:
    """Both machines, and the address that clients use."""

    def __init__(self, record, trendy, directory):
        self.record = record
        self.trendy = trendy
        self.machines = {
            name: ServerMachine(record, name, trendy, directory) for name in network.SERVERS
        }
        proxy = directory / "haproxy.cfg"
        proxy.write_text(TO_SERVERS + "".join(
            f"    server {name} {address}:{PORT} check\n"
            for name, address in network.SERVERS.items()
        ))
        self.proxy = Service(
            record, "haproxy", ["haproxy", "-db", "-f", proxy], directory / "haproxy.log", None
        )

    def start(self):
        first, *_ = self.machines.values()
        first.proxy.start()
        migrate = [*self.trendy_command("server", "migrate"), "--json"]
        wait_until(lambda: self.migrate(first, migrate), 60, "the creation of the tables")
        self.proxy.start()
        for machine in self.machines.values():
            machine.start()
        self.wait_until_ready()

    def trendy_command(self, *arguments):
        database = f"postgres://trendy@127.0.0.1:5432/{DATABASE}"
        return [self.trendy, *arguments, "--database", database]

    def migrate(self, machine, command):
        try:
            run(command, machine=machine.name)
            return True
        except RuntimeError as error:
            self.record.note("migrate", str(error))
            return False

    def wait_until_ready(self, seconds=90):
        start = time.monotonic()
        for machine in self.machines.values():
            wait_until(machine.is_ready, seconds, f"readiness of {machine.name}")
        wait_until(lambda: status(network.HUB, "/ready") == 200, seconds, "readiness of HAProxy")
        return time.monotonic() - start

    def wait_for_database(self, machine):
        """Waits until a machine's own HAProxy has found the leader."""
        query = ["psql", "-XAtq", "-h", "127.0.0.1", "-U", "trendy", DATABASE, "-c", "SELECT 1"]
        wait_until(
            lambda: run(query, machine=machine.name, check=False).strip() == "1", 60,
            f"the way of {machine.name} to the leader",
        )

    def stop(self):
        """Asks the servers to end; returns those that did not end well."""
        wrong = []
        for machine in self.machines.values():
            machine.supervisor.is_held = True
            code = machine.server.stop()
            if code != 0:
                wrong.append(f"asked to end, {machine.name} ended with {code}")
            machine.proxy.kill()
        self.proxy.kill()
        return wrong
