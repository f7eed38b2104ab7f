"""A page says where its server is and what it allows, so that its script need not ask first."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re

import pytest

from pages.shared.server import equipped, policy
from pages.shared.server.page_scripts import ALL, AS_EVER
from pages.shared.server.server_known import with_server_known
from tests.server.asked import HTML, Answer, answering, asked

PAGE = b"<!DOCTYPE html><html><head><title>a page</title></head><body></body></html>"
CONFIG = {
    "allowedOrigins": ["https://*.example.org"],
    "useExternalAuthToken": False,
    "a": "</script>",
}
JSON = b"application/json"
BROWSER = {"accept": "text/html,*/*"}


def answer(
    path: str = "/ridge", headers: dict[str, str] = BROWSER, config: bytes | None = None
) -> Answer:
    """Of a server with a page at a path and its answer to what it allows."""
    below = path.rpartition("/")[0]
    files = {path: (HTML, PAGE)}
    files[f"{below}/_stcore/host-config"] = (
        JSON,
        json.dumps(CONFIG).encode() if config is None else config,
    )
    return asked(with_server_known(answering(files)), path, headers)


def told(page: bytes) -> object:
    (found,) = re.findall(rb'<script type="application/json" id="host-config">(.*?)</script>', page)
    return json.loads(found)


@pytest.mark.parametrize("path", ["/", "/ridge", "/lab/", "/lab/ridge"])
def test_a_page_says_what_its_server_allows_before_any_script_runs(path: str) -> None:
    sent = answer(path)
    assert told(sent.body) == CONFIG
    for script in ALL:
        assert 0 < sent.body.index(script) < sent.body.index(b"<title>")
    assert sent.body.endswith(PAGE.partition(b"<head>")[2])
    assert sent.headers[b"content-length"] == str(len(sent.body)).encode()


def test_what_the_server_says_of_its_own_file_is_not_said_of_the_page() -> None:
    sent = answer(headers={**BROWSER, "if-none-match": '"of the file"'})
    assert sent.status == 200
    assert b"etag" not in sent.headers
    assert sent.headers[b"cache-control"] == b"no-cache"


def test_who_reads_gzip_gets_it() -> None:
    sent = answer(headers={**BROWSER, "accept-encoding": "gzip, br"})
    assert sent.headers[b"content-encoding"] == b"gzip"
    assert sent.headers[b"content-length"] == str(len(sent.body)).encode()
    assert gzip.decompress(sent.body) == answer().body
    assert b"content-encoding" not in answer().headers


@pytest.mark.parametrize("config", [b"", b"not JSON", b"\xff"])
def test_where_the_server_does_not_say_what_it_allows_the_page_asks(config: bytes) -> None:
    said = answer(config=config).body
    assert all(script in said for script in AS_EVER)
    assert b"host-config" not in said


def test_what_is_no_page_stays_as_it_is() -> None:
    files = {"/a.json": (JSON, PAGE), "/_stcore/host-config": (JSON, b"{}")}
    server = with_server_known(answering(files))
    assert asked(server, "/a.json", BROWSER).body == PAGE
    assert asked(server, "/gone", BROWSER).status == 404
    assert asked(server, "/a.json", {"accept": "*/*"}).headers[b"etag"]


@pytest.mark.parametrize("script", ALL)
def test_the_policy_lets_each_script_run(script: bytes) -> None:
    one = base64.b64encode(hashlib.sha256(script).digest()).decode()
    assert f"'sha256-{one}'" in policy.content_policy()


def test_all_that_is_added_goes_together() -> None:
    files = {"/ridge": (HTML, PAGE), "/_stcore/host-config": (JSON, json.dumps(CONFIG).encode())}
    sent = asked(equipped(answering(files)), "/ridge", BROWSER)
    assert told(sent.body) == CONFIG
    assert b"rel=preload" in sent.headers[b"link"]
    assert sent.headers[b"content-security-policy"] == policy.content_policy().encode()
