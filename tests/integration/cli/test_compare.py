"""`referee compare`: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from support.records import eventful_folder, header

from referee.cli.compare import command
from referee.errors import ConfigError
from referee.results.store import Store


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three bots, one round, everything that can happen."""
    folder = tmp_path_factory.mktemp("eventful") / "tiny.results"
    eventful_folder(folder)
    return folder


def run(*words: object) -> Result:
    """Run the command; it must succeed and say nothing on stderr."""
    result = CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)
    assert (result.exit_code, result.stderr) == (0, "")
    return result


def refusal(*words: object) -> str:
    """What the command is refused with; the exit code is 2."""
    with pytest.raises(ConfigError) as caught:
        CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)
    assert caught.value.exit_code == 2
    return str(caught.value)


def test_text(folder: Path) -> None:
    """Piped it has no color, and says what there is to say of one encounter."""
    text = run(folder, "greedy", "random").stdout
    assert text.startswith("tiny · greedy against random · 2 series in 1 encounter\n")
    assert "\x1b" not in text
    assert "Sequential test" not in text
    assert "No interval for Elo: all encounters ended alike" in text


def test_by_the_toml(folder: Path) -> None:
    """DIR may be the TOML that the results belong to."""
    assert run(folder.with_name("tiny.toml"), "greedy", "random").stdout.startswith("tiny · ")


def test_json(folder: Path) -> None:
    """Options reach the numbers: luck, unit, bounds with a sign, risks."""
    lucky = json.loads(run(folder, "greedy", "random", "--json").stdout)
    words = ("--no-luck", "--unit", "elo", "--bounds", "-10", "20.5", "--alpha", "0.01", "--beta", "0.1")
    plain = json.loads(run(folder, "greedy", "random", "--json", *words).stdout)
    assert (lucky["margin"]["luck_model"], plain["margin"]["luck_model"]) == ("luck-1", None)
    assert lucky["margin"]["value"] == pytest.approx(plain["margin"]["value"], abs=1e-6)  # a mirror: luck cancels
    assert lucky["sprt"] is None
    assert (plain["sprt"]["unit"], plain["sprt"]["bounds"]) == ("elo", [-10, 20.5])
    assert (plain["sprt"]["alpha"], plain["sprt"]["beta"]) == (0.01, 0.1)


def test_order_of_names(folder: Path) -> None:
    """All is told from the side of A, whichever name comes first in the alphabet."""
    one, other = (
        json.loads(run(folder, *names, "--json").stdout) for names in (("alpha", "random"), ("random", "alpha"))
    )
    assert one["points"] == other["points"][::-1]
    assert other["bots"] == ["random", "alpha"]


def test_unknown_bot(folder: Path) -> None:
    """The bots there are, and the one that may be meant; both names at once."""
    assert refusal(folder, "gredy", "nobody") == (
        'A: expected a bot of the tournament, one of "alpha", "greedy" or "random", got "gredy"; did you mean "greedy"?'
        '\nB: expected a bot of the tournament, one of "alpha", "greedy" or "random", got "nobody"'
    )


def test_same_bot(folder: Path) -> None:
    """A bot is not compared with itself."""
    assert refusal(folder, "greedy", "greedy") == 'B: expected another bot than A, got "greedy" twice'


@pytest.mark.parametrize(
    "bounds", [("5", "5"), ("10", "0"), ("nan", "1"), ("0", "inf"), ("-inf", "0"), ("0", "10001")], ids="…".join
)
def test_bounds_without_sense(folder: Path, bounds: tuple[str, str]) -> None:
    """LOW must be below HIGH, both finite and not absurd."""
    message = refusal(folder, "greedy", "random", "--bounds", *bounds)
    assert message.startswith("--bounds: expected LOW below HIGH, in points, both from -10000 to 10000, got ")


def test_elo_bounds_are_narrower(folder: Path) -> None:
    """Beyond 1000 Elo no series is lost."""
    message = refusal(folder, "greedy", "random", "--unit", "elo", "--bounds", "0", "1001")
    assert "in elo, both from -1000 to 1000, got 0 1001" in message


@pytest.mark.parametrize("risk", ["0", "0.5", "1", "-0.1", "nan", "1e-300"])
def test_risks_without_sense(folder: Path, risk: str) -> None:
    """Each is a probability below one half; all faults are told at once."""
    message = refusal(folder, "greedy", "random", "--bounds", "5", "0", "--alpha", risk, "--beta", risk)
    assert [line.split(":")[0] for line in message.splitlines()] == ["--alpha", "--beta", "--bounds"]


def test_one_bound_is_a_wrong_usage(folder: Path) -> None:
    """LOW alone is no test."""
    result = CliRunner().invoke(command, [str(folder), "greedy", "random", "--bounds", "0"])
    assert result.exit_code == 2
    assert "--bounds" in result.stderr


def test_no_results(tmp_path: Path) -> None:
    """A folder without results is told with the next step."""
    assert "no results here" in refusal(tmp_path, "a", "b")


def test_tournament_that_never_began(tmp_path: Path) -> None:
    """There is nobody to compare."""
    with Store.open(tmp_path, header()):
        pass
    assert refusal(tmp_path, "a", "b") == "no bot has played in this tournament yet; run it first"
