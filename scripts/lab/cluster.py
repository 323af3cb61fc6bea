"""A private PostgreSQL server, whose processes can be killed."""
import asyncio
import contextlib
import glob
import os
import pathlib
import signal

OWNER = "postgres"  # PostgreSQL refuses to run as root
START_ATTEMPTS = 100
START_PAUSE = 0.2


def binaries():
    """The directory of the newest PostgreSQL server; `None` when none is installed."""
    found = glob.glob("/usr/lib/postgresql/*/bin/postgres")
    newest = max(found, key=lambda path: int(path.split("/")[4]), default=None)
    return newest and pathlib.Path(newest).parent


def as_owner():
    """Arguments of a subprocess that let it run as the cluster's owner."""
    if os.geteuid() != 0:
        return {}
    return {"user": OWNER, "group": OWNER, "extra_groups": []}


class Cluster:
    """PostgreSQL in a directory of its own, reached by a Unix socket, started again when it ends.

    `fsync` is off: only processes are killed, and what they wrote stays in the system's cache.
    """

    SETTINGS = {
        "listen_addresses": "",
        "fsync": "off",
        "max_connections": "60",
        "restart_after_crash": "on",
        "shared_buffers": "32MB",
    }

    def __init__(self, story, directory):
        self.story = story
        self.directory = directory / "postgresql"
        self.log = open(directory / "postgresql.log", "ab")
        self.process = None
        self.is_stopping = False

    def url(self, database):
        return f"postgres://{OWNER}@/{database}?host={self.directory}"

    async def create(self, database):
        """Creates the cluster, starts it and creates an empty database."""
        self.directory.mkdir(mode=0o700)
        if os.geteuid() == 0:
            # The owner has to reach its directory below that of the run.
            self.directory.parent.chmod(0o711)
            os.chown(self.directory, *owner_ids())
        options = ["-U", OWNER, "-A", "trust", "-E", "UTF8", "--no-sync"]
        await self.run("initdb", "-D", self.directory / "data", *options)
        await self.start()
        await self.run("createdb", "-h", self.directory, "-U", OWNER, database)

    async def run(self, program, *arguments):
        """Runs a program of PostgreSQL and returns what it printed."""
        process = await asyncio.create_subprocess_exec(
            binaries() / program,
            *arguments,
            stdout=asyncio.subprocess.PIPE,
            stderr=self.log,
            cwd="/",
            **as_owner(),
        )
        output, _ = await process.communicate()
        if process.returncode != 0:
            raise SystemExit(f"{program} failed: see {self.log.name}")
        return output.decode()

    async def query(self, database, text):
        """The rows of a query, each a list of texts."""
        options = ["-h", self.directory, "-U", OWNER, "-d", database, "-XAtq", "-F", "\t"]
        output = await self.run("psql", *options, "-v", "ON_ERROR_STOP=1", "-c", text)
        return [line.split("\t") for line in output.splitlines()]

    async def start(self):
        """Starts the server and waits until it accepts connections."""
        settings = self.SETTINGS | {"unix_socket_directories": str(self.directory)}
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        for _ in range(START_ATTEMPTS):
            # After a kill, the processes of the previous server may still hold its memory.
            if self.process is None or self.process.returncode is not None:
                self.process = await asyncio.create_subprocess_exec(
                    binaries() / "postgres",
                    *["-D", self.directory / "data", *options],
                    stdout=self.log,
                    stderr=self.log,
                    cwd="/",
                    **as_owner(),
                )
            probe = await asyncio.create_subprocess_exec(
                binaries() / "pg_isready", "-q", "-h", self.directory
            )
            if await probe.wait() == 0:
                return
            await asyncio.sleep(START_PAUSE)
        raise SystemExit(f"PostgreSQL does not start: see {self.log.name}")

    async def live(self):
        """Starts the server again whenever it is gone."""
        while True:
            await self.process.wait()
            self.story.note("postgresql", f"ended with {self.process.returncode}")
            if self.is_stopping:
                return
            await self.start()

    def kill(self):
        """Kills the postmaster; its children notice that and end."""
        signal_process(self.process.pid, signal.SIGKILL)

    def kill_backend(self, chance):
        """Kills a child of the postmaster, which then ends all others and recovers."""
        children = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        with contextlib.suppress(OSError, IndexError):
            signal_process(int(chance.choice(children.read_text().split())), signal.SIGKILL)

    async def stop(self, living):
        """Asks the server to end."""
        self.is_stopping = True
        living.cancel()
        if self.process is not None and self.process.returncode is None:
            signal_process(self.process.pid, signal.SIGINT)
            await self.process.wait()


def owner_ids():
    import pwd

    entry = pwd.getpwnam(OWNER)
    return entry.pw_uid, entry.pw_gid


def signal_process(pid, number):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)
