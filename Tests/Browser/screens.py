"""Every screen in every look: names as in the app, and no serious violation of axe's rules."""
import json
from pathlib import Path

from accessibility import Rules, compare_names

CATALOGS = Path(__file__).parents[2] / "Apps/iOS/Resources"
# How a phone shows the app: the settings beside it, and the language of the texts.
LOOKS = {
    "light": ({}, "en"),
    "dark": ({"dark": True}, "en"),
    "large": ({"textSize": "accessibility3"}, "en"),
    "right to left": ({"language": "ar"}, "ar"),
    "German": ({"language": "de"}, "de"),
}
PLAIN = {"dark": False, "textSize": "large", "language": "en"}


def translations(catalogs, language):
    """The texts of string catalogs in a language by the English text."""
    words = {}
    for name in ["Library", "Localizable"]:
        strings = json.loads((Path(catalogs) / f"{name}.xcstrings").read_text())["strings"]
        for key, entry in strings.items():
            texts = {
                code: text["stringUnit"]["value"]
                for code, text in entry.get("localizations", {}).items()
                if "stringUnit" in text
            }
            if language in texts:
                words[texts.get("en", key)] = texts[language]
    return words


class Tour:
    """A walk through all screens of a phone in one look."""

    def __init__(self, phone, look, words, rules, shots=None):
        self.phone, self.look, self.rules, self.shots = phone, look, rules, shots
        self.words = words

    def word(self, text):
        return self.words.get(text, text)

    def visit(self, name, title=None):
        """Checks the screen that is shown, once its title is there."""
        self.phone.heads(self.word(title or name))
        self.phone.lacks(self.word("Loading"))
        where = f"{self.look}, {name}"
        compare_names(self.phone, where)
        self.rules.check(self.phone, where)
        if self.shots:
            self.phone.shot(f"{self.shots}/{self.look}-{name}.png".replace(" ", "-"))

    def open(self, row, title=None):
        """Opens a row of a list, and checks its screen."""
        self.phone.tap(self.word(row))
        self.visit(row, title)

    def run(self):
        phone = self.phone
        phone.tab(self.word("Today"))
        self.visit("Today")
        # Cards have the library's names: the first one is that of steps.
        card = phone.screen.locator(".scroll button").first
        title = card.locator(".font-headline").inner_text()
        card.click()
        self.visit("Metric", title)
        phone.back()
        phone.tab(self.word("Timeline"))
        self.visit("Timeline")
        phone.screen.get_by_role("button", name="By the").click()
        self.visit("Event editor", "Edit entry")
        phone.tap(self.word("Cancel"))
        phone.tap(self.word("Filter"))
        self.visit("Filter")
        phone.tap(self.word("Done"))
        phone.tab(self.word("Insights"))
        phone.lacks(self.word("Loading"))
        self.visit("Insights")
        phone.tab(self.word("Places"))
        self.visit("Places")
        # The row of the list; the map has a button of the same name before it.
        phone.screen.get_by_role("button", name="Office,").last.click()
        self.visit("Place", "Office")
        phone.tap(self.word("Edit"))
        self.visit("Place editor", "Edit Place")
        phone.tap(self.word("Cancel"))
        phone.back()
        phone.tab(self.word("Settings"))
        self.visit("Settings")
        self.open("Account")
        phone.back()
        self.open("Sync")
        for row in ["Failed changes", "Conflicts"]:
            self.open(row)
            phone.back()
        phone.back()
        self.open("Health")
        metric = phone.screen.locator("[data-button='navigationLink']").first
        title = metric.locator(".text").first.inner_text()
        metric.click()
        self.visit("Health metric", title)
        phone.back()
        phone.back()
        for row in ["Notifications", "Diagnosis", "About Trendy"]:
            self.open(row)
            phone.back()


def screens(world, catalogs, shots=None):
    """Every screen is the same for assistive technology as in the app, and keeps axe's rules.

    The phones have the texts of the catalogs in a directory.
    """
    phone = world.phones[0]
    rules = Rules(world.page)
    for look, (settings, language) in LOOKS.items():
        for action, value in settings.items():
            phone.set(action, value)
        if "language" in settings:
            phone.press("Open app")
        Tour(phone, look, translations(catalogs, language), rules, shots).run()
        for action in settings:
            phone.set(action, PLAIN[action])
        if "language" in settings:
            phone.press("Open app")
    rules.finish()
