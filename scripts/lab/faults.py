"""The faults of the lab. Each begins, lasts for a drawn time and is healed."""
import shutil
import signal

from lab import network

SKEWS = (-3600, -30, -5, 1, 5, 30, 3600)  # seconds
BALLAST = "ballast"


class Fault:
    """One fault; `group` says which part of the system it harms."""

    group = "database"
    seconds = (3, 20)  # how long it lasts
    # Whether writes have to go on, or begin again, while it lasts.
    is_failover = True

    def __init__(self, lab, chance):
        self.lab = lab
        self.chance = chance
        self.duration = chance.uniform(*self.seconds)
        self.detail = ""

    @property
    def name(self):
        return NAMES[type(self)]

    def leader(self):
        machine = self.lab.database.wait_for_leader()
        self.detail = self.detail or machine.name
        return machine

    def begin(self):
        raise NotImplementedError

    def heal(self):
        pass


class KillPostgres(Fault):
    """`kill -9` of PostgreSQL on the leader; Patroni starts it again, or another machine leads."""

    seconds = (1, 5)

    def begin(self):
        self.leader().signal_postgres(signal.SIGKILL)


class KillLeader(Fault):
    """`kill -9` of PostgreSQL and of Patroni on the leader."""

    seconds = (3, 30)

    def begin(self):
        self.machine = self.leader()
        self.machine.kill_all()

    def heal(self):
        self.machine.patroni.start()


class KillPatroni(Fault):
    """`kill -9` of the leader's Patroni, while its PostgreSQL goes on."""

    seconds = (1, 30)

    def begin(self):
        self.machine = self.leader()
        self.machine.patroni.kill()

    def heal(self):
        self.machine.patroni.start()


class FreezePostgres(Fault):
    """The leader's PostgreSQL is stopped, and goes on later."""

    seconds = (3, 30)

    def begin(self):
        self.machine = self.leader()
        self.machine.signal_postgres(signal.SIGSTOP)

    def heal(self):
        self.machine.signal_postgres(signal.SIGCONT)


class FreezePatroni(Fault):
    """The leader's Patroni is stopped, while its PostgreSQL accepts connections."""

    seconds = (3, 30)

    def begin(self):
        self.machine = self.leader()
        self.machine.patroni.signal(signal.SIGSTOP)

    def heal(self):
        self.machine.patroni.signal(signal.SIGCONT)


class PartitionFromEtcd(Fault):
    """The leader reaches no other machine's etcd, so its own has no majority."""

    seconds = (5, 30)

    def begin(self):
        machine = self.leader()
        others = [name for name in network.DATABASES if name != machine.name]
        self.partition = network.Partition(machine.name, others, network.ETCD_PORTS)
        self.partition.begin()

    def heal(self):
        self.partition.heal()


class PartitionFromStandby(Fault):
    """The leader and its synchronous standby do not reach each other."""

    seconds = (5, 25)

    def begin(self):
        machine = self.leader()
        standby = self.lab.database.synchronous_standby(machine)
        if standby is None:
            others = [each for each in network.DATABASES if each != machine.name]
            name = self.chance.choice(others)
        else:
            name = standby.name
        self.detail = f"{machine.name} and {name}"
        self.partition = network.Partition(machine.name, [name], (5432, 8008))
        self.partition.begin()

    def heal(self):
        self.partition.heal()


class FillDatabaseDisk(Fault):
    """The leader's disk is full."""

    seconds = (3, 12)

    def begin(self):
        self.disk = self.leader().disk
        fill(self.disk)

    def heal(self):
        (self.disk / BALLAST).unlink()


class Switchover(Fault):
    """An operator moves the leader to the synchronous standby."""

    seconds = (0, 1)

    def begin(self):
        machine = self.leader()
        standby = self.lab.database.synchronous_standby(machine)
        if standby is None:
            self.detail = "no standby to switch to"
            return
        self.detail = f"{machine.name} to {standby.name}"
        self.lab.database.switch_over(machine, standby)


class Restore(Fault):
    """An operator restores a point in time that is before acknowledged writes."""

    seconds = (0, 0)
    is_failover = False

    def begin(self):
        self.lab.restore(self.chance)


class ServerFault(Fault):
    """A fault of one of the Trendy servers."""

    group = "server"

    def __init__(self, lab, chance):
        super().__init__(lab, chance)
        self.machine = lab.servers.machines[chance.choice(sorted(network.SERVERS))]
        self.detail = self.machine.name


class KillServer(ServerFault):
    """`kill -9` of a Trendy server."""

    def begin(self):
        self.machine.hold(self.machine.server.kill)

    def heal(self):
        self.machine.release()


class FreezeServer(ServerFault):
    """A Trendy server is stopped, and goes on later."""

    def begin(self):
        self.machine.server.signal(signal.SIGSTOP)

    def heal(self):
        self.machine.server.signal(signal.SIGCONT)


class PartitionFromLeader(ServerFault):
    """A Trendy server does not reach the leader."""

    def begin(self):
        leader = self.lab.database.wait_for_leader()
        self.detail = f"{self.machine.name} and {leader.name}"
        self.partition = network.Partition(self.machine.name, [leader.name])
        self.partition.begin()

    def heal(self):
        self.partition.heal()


class FillServerDisk(ServerFault):
    """The disk of a Trendy server's own files is full."""

    def begin(self):
        fill(self.machine.disk)

    def heal(self):
        (self.machine.disk / BALLAST).unlink()


class SkewClock(ServerFault):
    """A Trendy server has another time than the database."""

    def begin(self):
        skew = self.chance.choice(SKEWS)
        self.detail = f"{self.machine.name} by {skew} s"
        self.machine.restart_with_clock(skew)

    def heal(self):
        self.machine.restart_with_clock(0)


def fill(disk):
    """Fills a disk to its last byte."""
    with open(disk / BALLAST, "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(min(1 << 20, shutil.disk_usage(disk).free or 4096)))
        except OSError:
            pass


KINDS = {
    "kill-postgres": KillPostgres,
    "kill-leader": KillLeader,
    "kill-patroni": KillPatroni,
    "freeze-postgres": FreezePostgres,
    "freeze-patroni": FreezePatroni,
    "partition-etcd": PartitionFromEtcd,
    "partition-standby": PartitionFromStandby,
    "fill-database-disk": FillDatabaseDisk,
    "switchover": Switchover,
    "restore": Restore,
    "kill-server": KillServer,
    "freeze-server": FreezeServer,
    "partition-server": PartitionFromLeader,
    "fill-server-disk": FillServerDisk,
    "skew-clock": SkewClock,
}
NAMES = {kind: name for name, kind in KINDS.items()}
