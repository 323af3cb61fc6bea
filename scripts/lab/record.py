"""What happens in a run: a log, counts, violations and the times of acknowledged writes."""
import bisect
import collections
import json
import threading
import time


class Record:
    """Shared by all threads of a run. Times are seconds since its start."""

    def __init__(self, directory):
        self.counts = collections.Counter()
        self.violations = []
        self.started = time.monotonic()
        self.lock = threading.Lock()
        self.log = open(directory / "lab.log", "w", buffering=1)
        self.acknowledgements = open(directory / "acknowledged.ndjson", "w")
        self.acknowledged = []
        self.times = []
        self.abandoned = set()
        self.has_ended = threading.Event()

    @property
    def seconds(self):
        return time.monotonic() - self.started

    def note(self, who, text):
        self.log.write(f"{self.seconds:9.3f} {who}: {text}\n")

    def violation(self, text):
        self.note("VIOLATION", text)
        with self.lock:
            self.violations.append(text)

    def count(self, what, number=1):
        with self.lock:
            self.counts[what] += number

    def acknowledge(self, moment, entries):
        """Stores the mutations of a push that the server acknowledged at a moment.

        They are in the file before this returns, so that they outlive the lab's process.
        """
        with self.lock:
            for entry in entries:
                self.acknowledgements.write(json.dumps(entry) + "\n")
            self.acknowledgements.flush()
            self.acknowledged += entries
            # Threads may come here in another order than their answers did.
            bisect.insort(self.times, moment)
            self.counts["mutations acknowledged"] += len(entries)

    def abandon(self, entities):
        """Notes entities with an unanswered mutation that is not sent again."""
        with self.lock:
            self.abandoned.update(entities)

    def longest_gap(self, begin, end):
        """The longest time without an acknowledged write that overlaps a period, in seconds."""
        with self.lock:
            first = max(0, bisect.bisect_left(self.times, begin) - 1)
            last = bisect.bisect_right(self.times, end) + 1
            times = self.times[first:last]
        gaps = [later - earlier for earlier, later in zip(times, times[1:])]
        if not times or times[-1] < end:
            gaps.append(end - (times[-1] if times else begin))
        return max(gaps, default=0)
