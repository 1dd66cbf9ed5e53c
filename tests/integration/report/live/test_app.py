"""What is answered: pages and events, strictly; nothing for strangers, nothing that is no page."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

import pytest
from support.live import LiveClient
from support.records import encounter, finish, new_store

STRICT = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
        " base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "x-frame-options": "DENY",
}


def make_folder(parent: Path) -> Path:
    """Two final series, and the files that a run leaves."""
    folder = parent / "t.results"
    with new_store(folder, encounter("ann", "bob")) as store:
        finish(store)
    (folder / "logs").mkdir()
    (folder / "logs" / "ann.log").write_text("a secret")
    return folder


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveClient]:
    """A client of such a folder, which nobody changes, once there are pages."""
    with LiveClient(make_folder(tmp_path_factory.mktemp("live"))) as client:
        client.look()
        yield client


def is_strict(headers: Mapping[str, str]) -> bool:
    """Whether all strict headers are there."""
    return STRICT.items() <= dict(headers).items()


def test_front_page(client: LiveClient) -> None:
    """At both of its addresses, live, and to be asked for again each time."""
    answers = [client.get("/"), client.get("/index.html")]
    for answer in answers:
        assert answer.status_code == 200
        assert "index.html: 2 final" in answer.text
        assert 'id="live"' in answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert is_strict(answer.headers)


@pytest.mark.parametrize("path", ["assets/theme.css", "assets/theme.js", "assets/live.js", "assets/live.css"])
def test_assets(client: LiveClient, path: str) -> None:
    """Of the site and of the live pages, with their types."""
    answer = client.get(f"/{path}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/css" if path.endswith("css") else "text/javascript")
    assert is_strict(answer.headers)


def test_packed_and_plain_bodies_are_the_same(client: LiveClient) -> None:
    """Each to those who ask for it, and caches keep them apart."""
    packed = client.get("/bots/ann.html", headers={"accept-encoding": "gzip, br"})
    plain = client.get("/bots/ann.html", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


def test_a_known_page_is_not_sent_again(client: LiveClient) -> None:
    """By its tag, also among others; with another tag it is sent."""
    tag = client.get("/bots/ann.html").headers["etag"]
    for known in (tag, f'"x", {tag}', "*"):
        answer = client.get("/bots/ann.html", headers={"if-none-match": known})
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == tag
        assert is_strict(answer.headers)
    assert client.get("/bots/ann.html", headers={"if-none-match": '"x"'}).status_code == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("path", ["/", "/live/events", "/bots/ann.html", "/nothing"])
def test_nothing_can_be_changed(client: LiveClient, method: str, path: str) -> None:
    """Any other method is refused, with those that are allowed."""
    answer = client.request(method, path)
    assert answer.status_code == 405
    assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}
    assert "Read only" in answer.text
    assert is_strict(answer.headers)


@pytest.mark.parametrize("path", ["/", "/bots/ann.html", "/assets/theme.css", "/live/events"])
def test_heads(client: LiveClient, path: str) -> None:
    """Nothing but headers; the stream of events ends at once."""
    answer = client.head(path)
    assert answer.status_code == 200
    assert is_strict(answer.headers)


HOSTILE = [
    "../seed",
    "..%2fseed",
    "%2e%2e/seed",
    "%2e%2e%2fseed",
    "..%5cseed",
    "..%255cseed",
    "%252e%252e%252fseed",
    "/etc/passwd",
    "//etc/passwd",
    "assets/../../seed",
    "assets/..%2f..%2fseed",
    "assets/%2e%2e%2f__init__.py",
    "assets/../shell.py",
    "assets/",
    "assets",
    "assets/theme.css/",
    "assets/theme.css%00",
    "seed",
    "results.db",
    "results.db-wal",
    "lock",
    "running.json",
    "logs/ann.log",
    "t.results/results.db",
    "%00",
    "index.html%00",
    "INDEX.HTML",
    "index.html/",
    "bots/",
    "bots/..",
    "%ff%fe",
    "<script>alert(1)</script>",
    '"onload="x',
    "live/",
    "live",
    "live/events/",
    "a" * 4000,
    "a/" * 1000,
    "%F0%9F%83%8F",
]


@pytest.mark.parametrize("path", HOSTILE)
def test_hostile_paths_are_harmless(client: LiveClient, path: str) -> None:
    """No such page, in our style, with nothing of what was asked; nothing of the folder gets out."""
    # As the server decodes it, once; a client would tidy it up first.
    answer = client.ask(unquote(f"/{path}"))
    assert answer.status == 404
    assert "There is no such page" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert "alert(1)" not in answer.text
    assert "onload" not in answer.text
    assert is_strict(answer.headers)
    assert not client.told


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8321", "127.0.0.1.evil.example", "localhost.evil.example", "", "0.0.0.1", "[::2]",
     "127.0.0.2", "user@127.0.0.1", "2130706433", "[::1].evil.example"],
)  # fmt: skip
def test_requests_for_another_host_are_refused(client: LiveClient, host: str) -> None:
    """Whatever they ask for: else a page of somebody else could read ours by DNS rebinding."""
    for path in ("/", "/live/events", "/assets/theme.css"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 421
        assert "final" not in answer.text
        assert is_strict(answer.headers)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8321", "127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:8321"])
def test_names_of_this_machine_are_ours(client: LiveClient, host: str) -> None:
    """With any port: it may come through a tunnel."""
    assert client.get("/", headers={"host": host}).status_code == 200


def test_requests_for_two_hosts_are_refused(client: LiveClient) -> None:
    """Two proxies may read them in two ways."""
    answer = client.get("/", headers=[("host", "localhost"), ("host", "evil.example")])
    assert answer.status_code == 421


def test_our_own_failure_is_one_page(client: LiveClient) -> None:
    """The reader sees no traceback, the host does; the next page is fine."""
    for _ in range(3):
        answer = client.get("/broken.html")
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    assert "This page cannot be made" in answer.text
    assert is_strict(answer.headers)
    assert len(client.told) == 1, "once is enough"
    assert "ZeroDivisionError" in client.told.pop()
    assert client.get("/bots/ann.html").status_code == 200


def test_before_there_are_results(tmp_path: Path) -> None:
    """The front page waits, and is live; there are no other pages, but what it needs to look well."""
    with LiveClient(tmp_path / "t.results") as client:
        client.look()
        front = client.get("/")
        assert front.status_code == 200
        assert 'data-edition=""' in front.text
        assert client.get("/bots/ann.html").status_code == 404
        assert client.get("/assets/theme.css").status_code == 200
        assert not client.told


def test_results_that_cannot_be_read(tmp_path: Path) -> None:
    """The page says so, and not where they are; the host is told, once."""
    (tmp_path / "results.db").write_bytes(b"nothing of ours" * 500)
    with LiveClient(tmp_path) as client:
        client.look()
        client.look()
        answer = client.get("/")
        assert "The results cannot be read" in answer.text
        assert str(tmp_path) not in answer.text
        (told,) = client.told
        assert "not a results file" in told
