"""What assistive technology gets of a phone's screen: names, and rules that axe checks."""
import difflib
import re
import time

from axe_playwright_python.sync_playwright import Axe

# Elements that are read as one, with their name.
LEAVES = {
    "button", "link", "tab", "switch", "checkbox", "textbox", "searchbox", "slider", "radio",
    "image", "img", "heading", "progressbar", "meter", "option", "MenuListOption", "StaticText",
    "Date", "DateTime", "InputTime", "ColorWell", "graphics-document", "spinbutton",
}
# Containers that have a name of their own besides what is inside. A dialog is named by its title.
NAMED = {"group", "radiogroup", "combobox", "ComboBoxSelect"}


def browser_names(page, selector):
    """The names of the browser's accessibility tree below an element, in reading order."""
    session = page.context.new_cdp_session(page)
    try:
        root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        found = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})
        described = session.send("DOM.describeNode", {"nodeId": found["nodeId"]})
        # A phone's map is zoomed with two fingers; these buttons exist in the browser only.
        extra = session.send(
            "DOM.querySelectorAll", {"nodeId": found["nodeId"], "selector": ".map-zoom button"}
        )["nodeIds"]
        ignored = {
            session.send("DOM.describeNode", {"nodeId": node})["node"]["backendNodeId"]
            for node in extra
        }
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    finally:
        session.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    element = described["node"]["backendNodeId"]
    top = next(node for node in nodes if node.get("backendDOMNodeId") == element)
    names = []

    def visit(node):
        if node.get("backendDOMNodeId") in ignored:
            return
        role = node.get("role", {}).get("value", "")
        name = node.get("name", {}).get("value", "").strip()
        if not node.get("ignored"):
            if role in LEAVES:
                names.append(name)
                return
            if role in NAMED and node is not top:
                names.append(name)
        for child in node.get("childIds", []):
            if child in by_id:
                visit(by_id[child])

    visit(top)
    return [name for name in names if name]


def plain(names):
    """The words of names: a browser joins parts by spaces, the app by commas."""
    return re.sub(r"[\s,\u00a0\u202f]+", " ", " ".join(names)).strip()


def compare_names(phone, where):
    """Fails when the browser offers other names than the app, or in another order.

    The page may be a moment behind the app.
    """
    selector = f".phone:nth-of-type({phone.index + 1}) .screen"
    deadline = time.monotonic() + 5
    while True:
        own = phone.context.names(phone.index)
        shown = browser_names(phone.page, selector)
        if plain(own) == plain(shown):
            return
        if time.monotonic() > deadline:
            lines = difflib.unified_diff(own, shown, "the app", "the browser", lineterm="", n=1)
            raise AssertionError(f"{where}: other names in the browser\n" + "\n".join(lines))
        time.sleep(0.2)


class Rules:
    """axe on the screen of a phone; collects serious and critical violations."""

    def __init__(self, page):
        self.page = page
        self.found = []
        page.evaluate(Axe().axe_script)

    def check(self, phone, where):
        violations = self.page.evaluate(
            """async (index) => {
                const screen = document.querySelectorAll(".phone .screen")[index];
                const { violations } = await axe.run(screen, { resultTypes: ["violations"] });
                return violations.filter((it) => ["serious", "critical"].includes(it.impact))
                    .flatMap((it) => it.nodes.map((node) => `${it.id}: ${node.html.slice(0, 200)}`));
            }""",
            phone.index,
        )
        self.found += [f"{where}: {violation}" for violation in violations]

    def finish(self):
        if self.found:
            raise AssertionError(
                f"axe found {len(self.found)} violations:\n" + "\n".join(self.found[:20])
            )
