"""Starting real bots: where and how they run, and every way in which that can fail, in exact words."""

import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc
import pytest
from support.bots import bad_bot, script_bot
from support.processes import MARK, PATIENCE_S, eventually, marked_processes
from support.requires import skip_unless

from referee.bots.instance import Instance
from referee.bots.launch import BotProcess, Guardian
from referee.bots.logs import KEPT_COUNT
from referee.bots.spec import BotSpec, ProcessSettings
from referee.errors import ConfigError, NotStartedError

QUICK = ProcessSettings(startup_ms=600, stop_grace_ms=100)
LISTEN = """
import os, socket, time
listening = socket.socket(socket.AF_UNIX)
listening.bind(os.environ["LOST_CITIES_BOT_ADDRESS"].removeprefix("unix:"))
listening.listen()
time.sleep(60)
"""


def fails(spec: BotSpec, guardian: Guardian, settings: ProcessSettings = QUICK) -> NotStartedError:
    """The error with which starting fails; nothing is left then."""
    with pytest.raises(NotStartedError) as caught:
        Instance.start(spec, settings, guardian)
    return caught.value


def program(folder: Path, text: str, *, mode: int = 0o755) -> Path:
    """A program file."""
    path = folder / "bot.sh"
    path.write_text(text)
    path.chmod(mode)
    return path


@pytest.mark.parametrize("transport", ["unix", "tcp"])
def test_bot_answers_describe(mark: str, guardian: Guardian, transport: str) -> None:
    """A good bot is ready, over either transport, with its answer as it came."""
    instance = Instance.start(bad_bot(mark, transport=transport), ProcessSettings(), guardian)
    assert instance.describe_reply == b"described"
    assert instance.is_alive
    assert not instance.is_remote
    assert eventually(lambda: instance.log_tail() == "up")  # the keeper reads it when it has time
    instance.stop()
    assert instance.exit_status == -signal.SIGTERM
    assert not instance.is_alive


def test_describe_is_not_required(mark: str, guardian: Guardian) -> None:
    """UNIMPLEMENTED is as good an answer as any."""
    instance = Instance.start(bad_bot(mark, "unimplemented"), ProcessSettings(), guardian)
    assert instance.describe_reply is None
    instance.stop()


def test_bot_may_take_its_time(mark: str, guardian: Guardian) -> None:
    """A bot that listens after a while is waited for."""
    instance = Instance.start(bad_bot(mark, "later"), ProcessSettings(), guardian)
    assert instance.describe_reply == b"described"
    instance.stop()


@pytest.mark.parametrize(
    ("script", "status", "words"),
    [
        ("", 0, "exited with status 0 before it answered Describe; likely: it does its work and ends instead of"),
        ("raise SystemExit('oh no')", 1, "exited with status 1 before it answered Describe; likely: an exception at"),
        (
            "import os; os.kill(os.getpid(), 9)",
            -9,
            "killed by SIGKILL before it answered Describe; likely: it was killed",
        ),
    ],
)
def test_bot_that_ends_at_once(mark: str, guardian: Guardian, script: str, status: int, words: str) -> None:
    """The exit status is told, with its likely causes and the last lines."""
    error = fails(script_bot(mark, script), guardian, ProcessSettings())
    assert error.reason.startswith(words)
    assert error.symptoms.exit_status == status
    assert error.symptoms.log_tail == ("oh no" if status == 1 else "")


def test_bot_that_never_listens(mark: str, guardian: Guardian) -> None:
    """The address is told, and what may be wrong with it."""
    error = fails(script_bot(mark, "import time; print('zzz', flush=True); time.sleep(60)"), guardian)
    assert re.match(r"did not listen on unix:/\S+/bot\.sock within 600 ms; likely: it listens elsewhere", error.reason)
    assert error.symptoms.exit_status is None
    assert error.symptoms.log_tail == "zzz"


@pytest.mark.parametrize("spec", ["listens", "hangs"])
def test_bot_that_never_answers(mark: str, guardian: Guardian, spec: str) -> None:
    """Whether it listens without speaking gRPC or its Describe hangs: it did not answer in time."""
    bot = script_bot(mark, LISTEN) if spec == "listens" else bad_bot(mark, "hang")
    error = fails(bot, guardian, ProcessSettings(startup_ms=1500, stop_grace_ms=100))
    assert error.reason.startswith(
        "listens, but did not answer Describe within 1500 ms; likely: it does not speak gRPC"
    )


def test_describe_with_an_error(mark: str, guardian: Guardian) -> None:
    """Any other status than UNIMPLEMENTED is a failure, with the bot's words made harmless."""
    error = fails(bad_bot(mark, "error"), guardian, ProcessSettings())
    assert error.reason == r"answered Describe with gRPC status INTERNAL: no\x1b[31m idea"


def test_command_that_is_not_on_path(guardian: Guardian) -> None:
    """A first word without a slash is looked up on PATH."""
    error = fails(BotSpec(name="x", command=("no-such-bot", "1")), guardian)
    assert error.reason.startswith("could not be started: there is no command 'no-such-bot' on PATH; likely: ")


def test_program_that_is_not_there(guardian: Guardian, tmp_path: Path) -> None:
    """A first word with a slash is relative to the bot's folder."""
    error = fails(BotSpec(name="x", command=("./bot.sh",), dir=tmp_path), guardian)
    assert error.reason == (
        f"could not be started: '{tmp_path}/bot.sh': No such file or directory; "
        "likely: the command or dir in its [[bot]] is wrong, or it has not been built yet"
    )


def test_program_that_is_not_executable(guardian: Guardian, tmp_path: Path) -> None:
    """The mode is told, and what to do."""
    program(tmp_path, "#!/bin/sh\n", mode=0o644)
    error = fails(BotSpec(name="x", command=("./bot.sh",), dir=tmp_path), guardian)
    assert "bot.sh': Permission denied (mode -rw-r--r--); likely: it is not executable (chmod +x)" in error.reason


def test_program_of_a_foreign_format(guardian: Guardian, tmp_path: Path) -> None:
    """What the system cannot execute is told as such."""
    program(tmp_path, "no format at all")
    error = fails(BotSpec(name="x", command=("./bot.sh",), dir=tmp_path), guardian)
    assert "Exec format error (mode -rwxr-xr-x); likely: it was built for another machine" in error.reason


def test_script_without_its_interpreter(guardian: Guardian, tmp_path: Path) -> None:
    """A file that is there but cannot be found names an interpreter that is not."""
    program(tmp_path, "#!/no/such/interpreter\n")
    error = fails(BotSpec(name="x", command=("./bot.sh",), dir=tmp_path), guardian)
    assert "No such file or directory (mode -rwxr-xr-x); likely: its #! line" in error.reason


def test_folder_that_is_not_there(guardian: Guardian, tmp_path: Path) -> None:
    """The folder is blamed, not the command."""
    error = fails(BotSpec(name="x", command=("{python}",), dir=tmp_path / "no"), guardian)
    assert error.reason.startswith(f"could not be started: its folder '{tmp_path}/no' is not there or is not a folder")


def test_argument_with_a_nul(guardian: Guardian) -> None:
    """What cannot be an argument is a failed start, not a broken keeper."""
    error = fails(BotSpec(name="x", command=("{python}", "a\0b")), guardian)
    assert "embedded null byte" in error.reason


def test_command_is_filled_in_and_relative_to_its_folder(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """{python} and {address} mean what they say, and the host's variables are added."""
    program(tmp_path, '#!/bin/sh\necho "$PWD" "$@" "$LOST_CITIES_BOT_ADDRESS" "$COLOR"\n')
    spec = BotSpec(
        name="x",
        command=("./bot.sh", "{python}", "--on={address}"),
        dir=tmp_path,
        env=(("COLOR", "red"), ("LOST_CITIES_BOT_ADDRESS", "elsewhere"), (MARK, mark)),
    )
    process = BotProcess(spec, QUICK, guardian)
    assert process.wait_exit(PATIENCE_S)
    address = process.address
    assert process.log_tail().split() == [str(tmp_path), sys.executable, f"--on={address}", address, "red"]
    process.stop()


def test_tcp_ports_are_claimed(mark: str, guardian: Guardian) -> None:
    """Two bots get different ports, and nobody else who claims in the same way gets them while they live."""
    idle = "import time; time.sleep(60)"
    bots = [BotProcess(script_bot(mark, idle, transport="tcp"), QUICK, guardian) for _ in range(2)]
    ports = [int(bot.address.removeprefix("127.0.0.1:")) for bot in bots]
    assert len(set(ports)) == 2
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as claim, pytest.raises(OSError, match="in use"):
        claim.bind(("127.0.0.1", ports[0]))
    for bot in bots:
        bot.stop()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as claim:
        claim.bind(("127.0.0.1", ports[0]))


def test_logs_are_named_neutrally_and_the_newest_are_kept(mark: str, guardian: Guardian, tmp_path: Path) -> None:
    """Time, worker and number; silent instances leave none; the oldest go."""
    settings = ProcessSettings(log_dir=tmp_path, stop_grace_ms=100)
    (tmp_path / "script").mkdir()
    for number in range(KEPT_COUNT + 3):
        (tmp_path / "script" / f"20200101T000000Z-1-{number:04}.log").write_text("old")
    for script in ("print('talks')", "pass"):
        process = BotProcess(script_bot(mark, script), settings, guardian)
        assert process.wait_exit(PATIENCE_S)
        process.stop()
    logs = sorted((tmp_path / "script").iterdir())
    assert len(logs) == KEPT_COUNT - 1
    assert logs[-1].read_text() == "talks\n"
    assert re.fullmatch(rf"\d{{8}}T\d{{6}}Z-{os.getpid()}-\d{{4,}}\.log", logs[-1].name)
    assert stat.S_IMODE(logs[-1].stat().st_mode) == 0o600


def test_failed_starts_leave_nothing(mark: str, guardian: Guardian) -> None:
    """Also a bot that never listens and hides a child is gone when its failure is reported."""
    fails(script_bot(mark, "import os, time; os.fork() or os.setsid(); time.sleep(60)"), guardian)
    assert not [command for command in marked_processes(mark).values() if "guardian" not in command]


def serve(address: str, credentials: grpc.ServerCredentials | None = None) -> tuple[grpc.Server, int, list[object]]:
    """A remote bot, in this process: answers everything with nothing, and remembers the metadata."""
    seen: list[object] = []

    class Handler(grpc.GenericRpcHandler):
        def service(self, handler_call_details: grpc.HandlerCallDetails) -> Any:
            seen.append(dict(handler_call_details.invocation_metadata).get("authorization"))
            return grpc.unary_unary_rpc_method_handler(lambda request, _: request)

    server = grpc.server(futures.ThreadPoolExecutor(1), handlers=[Handler()])
    port = server.add_secure_port(address, credentials) if credentials else server.add_insecure_port(address)
    server.start()
    return server, port, seen


def test_remote_bot_has_no_process(guardian: Guardian, tmp_path: Path) -> None:
    """It is dialled in the clear and given its token; there is nothing to stop."""
    server, port, seen = serve("127.0.0.1:0")
    (tmp_path / "token").write_text("open sesame\n")
    spec = BotSpec(name="far", address=f"127.0.0.1:{port}", token_file=tmp_path / "token")
    instance = Instance.start(spec, ProcessSettings(), guardian)
    assert (instance.is_remote, instance.is_alive, instance.exit_status, instance.log_tail()) == (True, True, None, "")
    assert instance.describe_reply == b""
    assert seen == ["Bearer open sesame"]
    instance.stop()
    server.stop(None).wait()


def test_remote_bot_with_tls(guardian: Guardian, tmp_path: Path) -> None:
    """Its certificate is checked against the authority that its entry names."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    openssl = shutil.which("openssl")
    skip_unless(openssl, "needs openssl (apt-get install openssl)")
    subprocess.run(
        [str(openssl), *command.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True
    )
    credentials = grpc.ssl_server_credentials([(key.read_bytes(), certificate.read_bytes())])
    server, port, _ = serve("localhost:0", credentials)
    spec = BotSpec(name="far", address=f"localhost:{port}", tls=True, ca=certificate)
    instance = Instance.start(spec, ProcessSettings(), guardian)
    instance.stop()
    error = fails(BotSpec(name="far", address=f"localhost:{port}", tls=True), guardian)
    assert error.reason.startswith(f"could not be reached at localhost:{port}: ")
    server.stop(None).wait()


def test_remote_bot_that_is_not_there(guardian: Guardian) -> None:
    """The address is told, and the usual reasons."""
    error = fails(BotSpec(name="far", address="127.0.0.1:1"), guardian)
    assert error.reason == (
        "could not be reached at 127.0.0.1:1: connection refused; likely: it is not running, or host or port is wrong"
    )


def test_unreadable_token_is_the_hosts_fault(guardian: Guardian, tmp_path: Path) -> None:
    """A bot does not forfeit for a file that the referee cannot read."""
    spec = BotSpec(name="far", address="127.0.0.1:1", token_file=tmp_path / "no")
    with pytest.raises(ConfigError, match=r"far: expected a file that can be read, got .*/no: No such file"):
        Instance.start(spec, QUICK, guardian)
