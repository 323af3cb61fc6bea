"""What people do with two phones, in the order of a day. Each scenario continues the one before."""
from playwright.sync_api import expect

from phone import PATIENCE

EMAIL = "a@example.org"
PASSWORD = "long enough"


def first_visit(world):
    """A person goes through the onboarding with an account, adds a place and walks there."""
    phone = world.phones[0]
    phone.press("Open app")
    phone.reads("Welcome to Trendy")
    phone.tap("Continue")
    phone.fill("E-mail address", EMAIL)
    phone.fill("Password", PASSWORD)
    phone.tap("Create account")
    phone.reads("What do you want to record?")
    phone.tap("Coffee")
    phone.reads("Record your first event")
    phone.tap("Record")
    for title in ["Notifications", "Location", "Health"]:
        phone.heads(title)
        phone.tap("Continue")
        if title == "Notifications":
            phone.answer("Allow")
        if title == "Location":
            phone.answer("Allow While Using App")
        if title == "Health":
            phone.answer("Turn On All")
            phone.answer("Allow")
    phone.heads("You are ready")
    phone.tap("Start")
    phone.heads("Today")

    phone.tab("Places")
    phone.tap("New place")
    phone.fill("Name", "Office")
    phone.tap("Use my location")
    expect(phone.screen.get_by_label("Latitude")).to_have_value("52.52", timeout=PATIENCE)
    phone.fill("Latitude", "52.523")
    phone.tap("Save")
    phone.tap("Allow")
    phone.answer("Change to Always Allow")
    phone.fact("Location", "always")
    phone.fact("Regions watched", 1)
    phone.walk(north=330)
    world.speed(60)
    phone.reads("There now, since")
    phone.notified("Arrived at Office")
    world.speed(1)


def second_phone(world):
    """The same person signs in on another phone, which gets everything."""
    phone = world.phones[1]
    phone.press("Open app")
    phone.reads("Welcome to Trendy")
    phone.tap("I have an account")
    phone.fill("E-mail address", EMAIL)
    phone.fill("Password", PASSWORD)
    phone.tap("Sign in")
    # The account has gone through the onboarding.
    phone.heads("Today")
    phone.tab("Timeline")
    phone.reads("Coffee")
    phone.reads("Office")


def killed_offline(world):
    """An entry made offline outlives a kill and a force-quit, and reaches the other phone."""
    phone, other = world.phones
    phone.set("network", "none")
    phone.tab("Timeline")
    phone.tap("New entry")
    phone.heads("New entry")
    phone.choose("Type", "Coffee")
    phone.fill("Note", "By the sea")
    phone.tap("Save")
    phone.counts("Not sent yet", 1)
    for end in ["Kill", "Force-quit"]:
        phone.press(end)
        phone.press("Open app")
        phone.tab("Timeline")
        phone.reads("By the sea")
        phone.counts("Not sent yet", 1)
    phone.set("network", "wiFi")
    phone.counts("Not sent yet", 0)
    other.reads("By the sea")


def conflict(world):
    """Two phones change the same note offline; the loser is shown and taken back."""
    phone, other = world.phones
    for each, note in [(phone, "By the lake"), (other, "By the river")]:
        each.set("network", "none")
        each.tab("Timeline")
        each.screen.get_by_role("button", name="By the sea").click(timeout=PATIENCE)
        each.heads("Edit entry")
        each.fill("Note", note)
        each.tap("Save")
        each.reads(note)
        each.counts("Not sent yet", 1)
    for each in [other, phone]:
        each.set("network", "wiFi")
        each.counts("Not sent yet", 0)
    # The later edit, that of the other phone, wins.
    phone.reads("By the river")
    phone.fact("Conflicts", 1)
    phone.tab("Settings")
    phone.tap("Sync")
    phone.heads("Sync")
    phone.tap("Conflicts")
    phone.heads("Conflicts")
    phone.reads("By the lake")
    phone.reads("By the river")
    phone.tap("Restore")
    phone.fact("Conflicts", 0)
    other.reads("By the lake")
    phone.back()
    phone.back()


def permission(world):
    """Without permission for its location, the app says what helps; following it does help."""
    phone = world.phones[0]
    phone.tab("Places")
    phone.set("locationSetting", "never")
    phone.reads("may not use your location")
    phone.tap("Open Settings")
    expect(phone.world.locator("[data-action='locationSetting']")).to_be_focused(timeout=PATIENCE)
    phone.set("locationSetting", "always")
    phone.lacks("may not use your location")
    phone.reads("There now, since")


def place_on_map(world):
    """A tap on the map chooses the centre of a place, and a drag moves the map."""
    phone = world.phones[0]
    phone.tap("New place")
    phone.heads("New Place")
    phone.fill("Name", "Park")
    card = phone.screen.locator(".map-view:visible").last
    expect(card.get_by_role("img", name="My Location")).to_be_visible(timeout=PATIENCE)
    card.click(position={"x": 100, "y": 60})
    pin = card.get_by_label("Park, Within 150 m")
    expect(pin).to_be_visible(timeout=PATIENCE)
    before, box = pin.bounding_box(), card.bounding_box()
    mouse = world.page.mouse
    mouse.move(box["x"] + 40, box["y"] + 120)
    mouse.down()
    mouse.move(box["x"] + 70, box["y"] + 100, steps=4)
    mouse.up()
    expect_moved(world.page, pin, before, right=30, down=-20)
    phone.tap("Save")
    phone.reads("2 places")


def expect_moved(page, element, before, right, down):
    """Waits until an element is as far from an earlier place as the pointer moved."""
    for _ in range(PATIENCE // 100):
        after = element.bounding_box()
        moved = round(after["x"] - before["x"]), round(after["y"] - before["y"])
        if moved == (right, down):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"The map moved by {moved}, not by {(right, down)}.")


ALL = [first_visit, second_phone, killed_offline, conflict, permission, place_on_map]
