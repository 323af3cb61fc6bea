"""The outcome of scenarios that continue one another."""
import os
import sys
import time

MESSAGE_LINES = 30


class Run:
    """The outcome of the scenarios, with a screenshot of the page of each that fails."""

    def __init__(self, directory):
        self.directory = directory
        self.lines = []
        self.failed = False

    def perform(self, name, scenario, page=None, errors=()):
        """Performs a scenario; one after a failure is left out, as it continues that one."""
        if self.failed:
            self.lines.append(f"not run  {name}")
            return
        start = time.monotonic()
        try:
            scenario()
            if errors:
                raise AssertionError("Errors on the page:\n" + "\n".join(errors))
            outcome = "passed"
        except Exception as error:
            self.failed = True
            outcome = "FAILED"
            # An expectation adds the whole page to its message.
            lines = str(error).splitlines()[:MESSAGE_LINES]
            print(f"{name}: " + "\n".join(lines), file=sys.stderr)
            self.keep(name, page)
        self.lines.append(f"{outcome:8} {name} ({time.monotonic() - start:.1f} s)")
        print(self.lines[-1], flush=True)

    def keep(self, name, page):
        if page is None:
            return
        os.makedirs(self.directory, exist_ok=True)
        path = os.path.join(self.directory, f"{name}.png")
        page.screenshot(path=path, full_page=True)
        print(f"The page at that moment: {path}", file=sys.stderr)
