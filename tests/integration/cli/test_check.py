"""`referee check`: what it prints, its exit codes, and by what it judges; the bots are fakes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.candidates import Stable
from support.fake_bot import FakeBot, Reply
from support.tomls import TWO_BOTS, load

from referee.bots.isolation.host import Host
from referee.bots.spec import BotSpec
from referee.cli import check
from referee.errors import AnswerIsNoError
from referee.rules.variant import Variant
from referee.tournament.compliance import series
from referee.tournament.compliance.candidate import Candidate, CheckSettings
from referee.tournament.compliance.findings import Finding, Step, StepReport

FAR = "bots.example.org:443"


@pytest.fixture
def stable(monkeypatch: pytest.MonkeyPatch) -> Stable:
    """What starts the bots that are checked; one series a step."""
    stable = Stable()

    def candidate(spec: BotSpec, settings: CheckSettings) -> Candidate:
        return Candidate(spec, settings, stable.start)

    monkeypatch.setattr(check, "Candidate", candidate)
    monkeypatch.setattr(series, "ENOUGH_S", 0.0)
    return stable


def run(*words: str) -> Result:
    """Run the command; wide, so that no step needs two lines."""
    return CliRunner().invoke(check.command, list(words), env={"COLUMNS": "400"})


def test_compliant_bot(stable: Stable) -> None:
    """A line a step on stdout; on stderr what is checked, and the verdict."""
    result = run(FAR)
    assert result.exit_code == 0
    assert [line[:6].split()[1] for line in result.stdout.splitlines()] == [str(number) for number in range(1, 17)]
    assert result.stderr.splitlines() == [
        f"checking bots.example.org-443: at {FAR}",
        "bots.example.org-443 is compliant: 12 passed, 4 skipped",
    ]
    assert stable.acts[-1] == "stop"


@pytest.mark.parametrize(("bwrap", "count"), [("/usr/bin/bwrap", 1), (None, 0)])
@pytest.mark.usefixtures("stable")
def test_missing_box_is_told_where_a_run_has_one(
    bwrap: str | None, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a bot that writes into its own folder would pass here, and be refused there without a warning."""
    monkeypatch.setattr(check, "this_host", lambda: Host(bwrap=bwrap))
    monkeypatch.setattr(check, "examine", lambda _: [StepReport(step=Step.STARTS, finding=Finding.passed("fine"))])
    sentence = "checked without a box; `referee run` puts bots into one where it can: there they may write to /tmp only"
    assert run("./greedy").stderr.count(sentence) == count
    as_json = run("--json", "./greedy")
    assert sentence not in as_json.stderr
    assert json.loads(as_json.stdout)["boxed"] is False


def test_bot_that_is_not_compliant(stable: Stable) -> None:
    """The answer is no: exit code 3, with the verdict as its message."""
    stable.make = lambda: FakeBot(script={(1, 3): Reply(turn="+P5 deck")})
    result = run(FAR)
    assert isinstance(result.exception, AnswerIsNoError)
    assert str(result.exception).startswith("bots.example.org-443 is not compliant: ")
    assert "purple is not in a pack of 5 colors" in result.stdout


def test_json_is_all_there_is_on_stdout(stable: Stable) -> None:
    """And it is whole also when the answer is no."""
    document = json.loads(run(FAR, "--json").stdout)
    assert document["compliant"] is True
    stable.make = lambda: FakeBot(script={(1, 3): Reply(turn="+P5 deck")})
    result = run(FAR, "--json")
    assert json.loads(result.stdout)["compliant"] is False
    assert isinstance(result.exception, AnswerIsNoError)


def test_settings_are_those_of_the_config(tmp_path: Path) -> None:
    """Rules, clock, and what a bot may use."""
    text = (
        "[rules]\ncolors = 6\n[clock]\nturn_ms = 70\n[bots]\nlog_kb = 9\n[isolation]\nmemory_mb = 99\nopen_files = 77\n"
        "env = {A = 'b'}\n"
    )
    settings = check._settings(load(tmp_path, text + TWO_BOTS))
    assert (settings.play.variant.colors, settings.play.clock.turn_ms) == (6, 70)
    assert (settings.memory_mb, settings.open_files, settings.log_kb) == (99, 77, 9)
    with Candidate(BotSpec(name="x", address=FAR), settings) as candidate:
        assert candidate._process_settings.env == (("A", "b"),)


def test_settings_without_a_config_are_the_usual_ones(tmp_path: Path) -> None:
    """The same as those of a TOML that sets nothing."""
    assert check._settings(None) == check._settings(load(tmp_path, TWO_BOTS))
    assert check._settings(None).play.variant == Variant()
