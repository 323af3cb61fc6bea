"""Gives each request of schemathesis a live session and a client address of its own."""

import itertools
import json
import os
import re
import threading
import urllib.error
import urllib.request
import uuid

import schemathesis

URL = os.environ["TRENDY_URL"]
PASSWORD = "correct horse battery"
# These operations end the session that they are called with, or all of the account's.
ENDING = {"signOut", "endSession", "changePassword", "deleteUser"}
TYPE, EVENT, DEFINITION, GEOFENCE = KEPT = [
    f"01900000-0000-7000-8000-00000000000{number}" for number in range(1, 5)]
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
numbers = itertools.count(1)
lock = threading.Lock()
tokens: dict[str, str] = {}


def address():
    number = next(numbers)
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def send(method, path, body=None, token=None):
    """Returns the status and the JSON answer; `None` without a body."""
    headers = {"X-Forwarded-For": address(), "Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            text = answer.read()
            return answer.status, json.loads(text) if text else None
    except urllib.error.HTTPError as error:
        return error.code, None


def new_session():
    email = f"person{next(numbers)}@example.com"
    credentials = {"email": email, "password": PASSWORD}
    send("POST", "/auth/v1/signup", credentials)
    status, session = send("POST", "/auth/v1/token?grant_type=password", credentials)
    if status != 200:
        raise RuntimeError(f"The sign-in was answered with {status}")
    return session["access_token"]


def live_token(name):
    with lock:
        token = tokens.get(name)
        if token is None or send("GET", "/auth/v1/user", token=token)[0] != 200:
            token = tokens[name] = new_session()
        return token


def create(path, entity):
    status, _ = send("POST", f"/api/v1/{path}", entity, shared)
    if status != 201:
        raise RuntimeError(f"An entity at {path} was answered with {status}")


shared = new_session()
epoch = send("GET", "/api/v1/sync/digest", token=shared)[1]["epoch"]
# The ids of schemathesis.toml.
create("event-types", {"id": TYPE, "name": "Coffee", "color": "#AA5500", "icon": "cup.and.saucer"})
create("events", {"id": EVENT, "event_type_id": TYPE, "timestamp": "2026-01-15T08:30:00.000Z"})
create(f"event-types/{TYPE}/properties",
       {"id": DEFINITION, "key": "size", "label": "Size", "property_type": "text"})
create("geofences", {"id": GEOFENCE, "name": "Home", "latitude": 1, "longitude": 2, "radius": 100})
known = {"email": f"person{next(numbers)}@example.com", "password": PASSWORD}
send("POST", "/auth/v1/signup", known)


@schemathesis.auth(refresh_interval=None)
class Session:
    def get(self, case, context):
        return shared

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


def replace_unknown(name, body):
    """Replaces generated values of the right form by ones that the server knows."""
    for field in ["event_type_id", "event_type_entry_id", "event_type_exit_id"]:
        if isinstance(body.get(field), str) and UUID.fullmatch(body[field]):
            body[field] = TYPE
    if name.startswith("create") and isinstance(body.get("id"), str) and UUID.fullmatch(body["id"]):
        body["id"] = str(uuid.uuid4())
        # Names are unique; white space alone and names that are too long stay invalid.
        for field in ["name", "key"]:
            if isinstance(body.get(field), str) and body[field].strip():
                body[field] += str(next(numbers))
    if name == "push" and isinstance(body.get("epoch"), str):
        body["epoch"] = epoch
    if name == "createToken" and all(isinstance(body.get(field), str) for field in known):
        body.update(known)
    if name == "changePassword" and isinstance(body.get("current_password"), str):
        body["current_password"] = PASSWORD
        tokens.pop(name, None)
    if name == "deleteUser" and isinstance(body.get("password"), str):
        body["password"] = PASSWORD


@schemathesis.hook
def before_call(context, case, **kwargs):
    case.headers["X-Forwarded-For"] = address()
    name = case.operation.definition.raw.get("operationId")
    # Deletions find the ids of schemathesis.toml in lists.
    if name.startswith("delete") and (case.path_parameters or {}).get("id") in KEPT:
        case.path_parameters["id"] = str(uuid.uuid4())
    # A request without the token, or with another one, tests that it is refused.
    if name in ENDING and case.headers.get("Authorization") == f"Bearer {shared}":
        case.headers["Authorization"] = f"Bearer {live_token(name)}"
    # Every other request keeps its values.
    if isinstance(case.body, dict) and next(numbers) % 2:
        case.body = dict(case.body)
        replace_unknown(name, case.body)
