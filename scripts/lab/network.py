"""The lab's machines: network namespaces on a bridge, with partitions between them."""
import os
import pathlib

from lab.processes import run

HUB = "10.77.0.1"  # the lab's own address, where the clients are
DATABASES = {"db1": "10.77.0.11", "db2": "10.77.0.12", "db3": "10.77.0.13"}
SERVERS = {"app1": "10.77.0.21", "app2": "10.77.0.22"}
MACHINES = DATABASES | SERVERS
ETCD_PORTS = (2379, 2380)


def create():
    """Creates the machines; the process has to be in a mount and network namespace of its own."""
    pathlib.Path("/run/netns").mkdir(exist_ok=True)
    run(["mount", "-t", "tmpfs", "none", "/run/netns"])
    run(["ip", "link", "set", "lo", "up"])
    run(["ip", "link", "add", "br0", "type", "bridge"])
    run(["ip", "addr", "add", f"{HUB}/24", "dev", "br0"])
    run(["ip", "link", "set", "br0", "up"])
    for name, address in MACHINES.items():
        run(["ip", "netns", "add", name])
        peer = ["type", "veth", "peer", "name", "eth0", "netns", name]
        run(["ip", "link", "add", f"v-{name}", *peer])
        run(["ip", "link", "set", f"v-{name}", "master", "br0", "up"])
        run(["ip", "-n", name, "addr", "add", f"{address}/24", "dev", "eth0"])
        run(["ip", "-n", name, "link", "set", "eth0", "up"])
        run(["ip", "-n", name, "link", "set", "lo", "up"])


def mount_disk(path, megabytes, owner=None):
    """A disk of a machine, in memory, small enough to be filled."""
    path.mkdir(parents=True)
    run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0700", "none", path])
    if owner:
        os.chown(path, *owner)


class Partition:
    """Drops packets without an answer, as a lost network does."""

    def __init__(self, machine, others, ports=None):
        """Separates a machine from others; with ports, only those on either side."""
        self.machine = machine
        self.rules = []
        for other in others:
            address = MACHINES[other]
            for chain, flag in (("INPUT", "-s"), ("OUTPUT", "-d")):
                if ports is None:
                    self.rules.append([chain, flag, address])
                for port in ports or ():
                    for side in ("--dport", "--sport"):
                        self.rules.append([chain, flag, address, "-p", "tcp", side, str(port)])

    def begin(self):
        self.change("-A")

    def heal(self):
        self.change("-D")

    def change(self, action):
        for chain, *rule in self.rules:
            run(["iptables", "-w", action, chain, *rule, "-j", "DROP"], machine=self.machine)
