"""A pseudo-locale for the right-to-left look: English texts in Arabic letters."""
import json
import re
from pathlib import Path

# Placeholders stay: `{name}` of the library, and `%@`, `%lld` or `%1$@` of views.
PLACEHOLDER = re.compile(r"(\{\w+\}|%(?:\d+\$)?(?:@|lld|d|f|%))")
LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyz", "\u0627\u0628\u062a\u062f\u0647\u0641\u062c\u062d\u064a\u0698"
    "\u0643\u0644\u0645\u0646\u0648\u067e\u0642\u0631\u0633\u0637\u0639\u06a4\u063a\u062e\u0638\u0632"
)


def pseudo(text):
    """The text in Arabic letters, as long as before."""
    parts = PLACEHOLDER.split(text)
    return "".join(
        part if index % 2 else part.lower().translate(LETTERS) for index, part in enumerate(parts)
    )


def write_catalogs(source, target):
    """Copies the string catalogs of a directory, with all texts in Arabic letters as Arabic."""
    for path in Path(source).glob("*.xcstrings"):
        catalog = json.loads(path.read_text())
        for key, entry in catalog["strings"].items():
            texts = entry.setdefault("localizations", {})
            english = texts.get("en", {}).get("stringUnit", {}).get("value", key)
            unit = {"state": "translated", "value": pseudo(english)}
            texts["ar"] = {"stringUnit": unit}
        (Path(target) / path.name).write_text(json.dumps(catalog))
