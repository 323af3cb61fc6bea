"""Gives each request of schemathesis a live session and a client address of its own."""

import itertools
import json
import os
import threading
import urllib.error
import urllib.request

import schemathesis

URL = os.environ["TRENDY_URL"]
PASSWORD = "correct horse battery"
# These operations end the session that they are called with, or all of the account's.
ENDING = {"signOut", "endSession", "changePassword", "deleteUser"}
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


shared = new_session()


@schemathesis.auth()
class Session:
    def get(self, case, context):
        name = case.operation.definition.raw.get("operationId")
        return live_token(name) if name in ENDING else shared

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context, case, **kwargs):
    case.headers["X-Forwarded-For"] = address()
