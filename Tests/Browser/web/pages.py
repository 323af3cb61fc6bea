"""Every page in light and dark, wide and narrow: axe's rules, names as recorded, no overflow."""
import datetime
import difflib
import re
import socket
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe

SNAPSHOTS = Path(__file__).parent / "Snapshots"
LOOKS = {
    "light": {"scheme": "light", "size": (1280, 900), "direction": "ltr"},
    "dark": {"scheme": "dark", "size": (1280, 900), "direction": "ltr"},
    "phone": {"scheme": "light", "size": (375, 800), "direction": "ltr"},
    "right to left": {"scheme": "light", "size": (1280, 900), "direction": "rtl"},
}
MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"


def normalized(snapshot):
    """A snapshot without what differs between days and machines: numbers, dates, cells of tables,
    the name of the machine and the addresses of links."""
    lines = []
    for line in snapshot.splitlines():
        if re.match(r"\s*- (/url:|row|cell|rowheader|columnheader|rowgroup|option)", line):
            continue
        line = line.replace(socket.gethostname(), "HOST")
        line = re.sub(r"(Debian|Ubuntu)[^\"\n]*", "SYSTEM", line)
        line = re.sub(rf"\b({MONTHS}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b", "MONTH", line)
        line = re.sub(rf"\b({DAYS}|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b", "DAY", line)
        line = re.sub(r"\b(Today|Yesterday)\b|\bDAY,? # MONTH\b", "DATE", line)
        line = re.sub(r"\d[\d,.:]*", "#", line)
        line = re.sub(r"\b(just now|# (minutes?|hours?|days?|min) ago)\b", "AGO", line)
        lines.append(line)
    # The number of rows of the same kind depends on the day.
    short = []
    for line in lines:
        if not short or short[-1] != line:
            short.append(line)
    return "\n".join(short) + "\n"


def compare(name, page, update):
    """Fails when assistive technology gets another page than recorded."""
    shown = normalized(page.locator("#main").aria_snapshot())
    file = SNAPSHOTS / f"{name}.yaml"
    if update:
        file.parent.mkdir(exist_ok=True)
        file.write_text(shown)
        return
    recorded = file.read_text() if file.exists() else ""
    if recorded != shown:
        lines = difflib.unified_diff(
            recorded.splitlines(), shown.splitlines(), "recorded", "shown", lineterm="", n=1
        )
        raise AssertionError(
            f"{name}: another page than recorded (record with --update):\n"
            + "\n".join(list(lines)[:40])
        )


class Tour:
    """A walk through all pages in one look."""

    def __init__(self, browser, look, shots=None):
        self.browser, self.look, self.shots = browser, look, shots
        self.found = []
        settings = LOOKS[look]
        width, height = settings["size"]
        browser.page.set_viewport_size({"width": width, "height": height})
        browser.page.emulate_media(color_scheme=settings["scheme"], reduced_motion="reduce")

    def visit(self, name, path):
        page = self.browser.page
        self.browser.go(path)
        page.wait_for_selector("#main")
        if LOOKS[self.look]["direction"] == "rtl":
            page.evaluate("document.documentElement.dir = 'rtl'")
        self.check(name)
        if self.shots:
            page.screenshot(path=f"{self.shots}/{self.look}-{name}.png".replace(" ", "-"))

    def check(self, name):
        page = self.browser.page
        page.evaluate(Axe().axe_script)
        violations = page.evaluate(
            """async () => {
                const { violations } = await axe.run(document, { resultTypes: ["violations"] });
                return violations.filter((it) => ["serious", "critical"].includes(it.impact))
                    .flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html.slice(0, 160)}`));
            }"""
        )
        self.found += [f"{self.look}, {name}: {violation}" for violation in violations]
        width = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        if width > 1:
            self.found.append(f"{self.look}, {name}: the page is {width} px wider than the window")

    def finish(self):
        if self.found:
            raise AssertionError(f"{len(self.found)} faults:\n" + "\n".join(self.found[:30]))


def addresses(site):
    """The names and addresses of the pages, with an event, a type and a day that exist."""
    page = site.desk.page
    site.desk.go("/timeline")
    event = page.locator("a.event").first.get_attribute("href")
    days = page.locator("section.day h2 a").first.get_attribute("href")
    site.desk.go("/types")
    kind = page.locator("main a[href^='/types/']:not([href$='/new'])").first.get_attribute("href")
    return [
        ("overview", "/"),
        ("timeline", "/timeline"),
        ("day", days),
        ("event", event),
        ("new-event", "/timeline/new"),
        ("types", "/types"),
        ("type", kind),
        ("insights", "/insights"),
        ("map", "/map"),
        ("new-place", "/map/places/new"),
        ("devices", "/devices"),
        ("decisions", "/decisions"),
        ("explanation", f"/explain/steps/{yesterday()}"),
        ("transfer", "/transfer"),
        ("account", "/account"),
        ("missing", "/nothing"),
    ]


def yesterday():
    """The day before, UTC."""
    return (datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(days=1)).isoformat()
