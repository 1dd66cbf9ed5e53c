"""The .proto files, and the Python code that is generated from them."""

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from support.requires import skip_unless

from referee.wire._gen.lostcities.v1 import bot_service_pb2, game_pb2

ROOT = Path(__file__).resolve().parents[3]
COLORS = ("YELLOW", "BLUE", "WHITE", "GREEN", "RED", "PURPLE")


def load_generator() -> ModuleType:
    """Import proto/generate.py, which is a script outside any package."""
    tools = importlib.util.find_spec("grpc_tools")
    skip_unless(tools, "grpcio-tools is not installed: pip install -e '.[dev]'")
    spec = importlib.util.spec_from_file_location("generate", ROOT / "proto" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_buf(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run buf, from beside this interpreter or from the path, in the project's root."""
    beside = Path(sys.executable).with_name("buf")
    buf = str(beside) if beside.exists() else shutil.which("buf")
    skip_unless(buf, "buf is not installed: pip install -e '.[dev]'")
    return subprocess.run([str(buf), *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_committed_code_follows_from_the_proto_files(tmp_path: Path) -> None:
    """Generating again gives the committed bytes: no file differs, is missing or is left over."""
    generator = load_generator()
    generator.generate(tmp_path)
    assert generator.differences(generator.generated_files(tmp_path), ROOT) == []


def test_differences_name_changed_missing_and_left_over_files(tmp_path: Path) -> None:
    """The check can fail: a changed, a missing and a left-over file are all named, sorted."""
    generator = load_generator()
    folder = generator.REFEREE_DIR
    generator.write({f"{folder}/a_pb2.py": b"old", f"{folder}/c_pb2.py": b""}, tmp_path)
    wanted = {f"{folder}/a_pb2.py": b"new", f"{folder}/b_pb2.py": b""}
    assert generator.differences(wanted, tmp_path) == [f"{folder}/{name}_pb2.py" for name in ("a", "b", "c")]


def test_write_removes_files_that_are_no_longer_generated(tmp_path: Path) -> None:
    """After write the generated files are those wanted, and no others."""
    generator = load_generator()
    folder = generator.REFEREE_DIR
    generator.write({f"{folder}/old_pb2.py": b""}, tmp_path)
    generator.write({f"{folder}/new_pb2.py": b"x"}, tmp_path)
    assert generator.generated_files(tmp_path) == {f"{folder}/new_pb2.py": b"x"}


@pytest.mark.parametrize(
    "arguments",
    [("lint", "proto"), ("format", "proto", "--diff", "--exit-code")],
    ids=["lint", "format"],
)
def test_proto_files_pass_buf(arguments: tuple[str, ...]) -> None:
    """`buf lint` (every field has a comment) and `buf format` have nothing to say."""
    result = run_buf(*arguments)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_buf_lint_demands_a_comment_on_every_field(tmp_path: Path) -> None:
    """Without the comment of one field the rules in buf.yaml do not pass."""
    shutil.copytree(ROOT / "proto", tmp_path / "proto")
    path = tmp_path / "proto" / "lostcities" / "v1" / "bot_service.proto"
    text = path.read_text()
    comment = "  // All that the bot may know. Always set.\n"
    assert comment in text
    path.write_text(text.replace(comment, ""))
    result = run_buf("lint", str(tmp_path / "proto"))
    assert result.returncode != 0
    assert 'Field "view"' in result.stdout


def test_proto_files_break_nothing_that_is_committed() -> None:
    """`buf breaking` (FILE): no published field, value or call has changed its name or number."""
    skip_unless((ROOT / ".git").is_dir(), "no git repository to compare with: run in a clone")
    result = run_buf("breaking", "proto", "--against", ".git#ref=HEAD,subdir=proto")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_card_values_are_sixteen_times_color_plus_rank() -> None:
    """A card's value is 16 × color + rank, with rank 1 for the handshake."""
    wanted = {"CARD_UNSPECIFIED": 0}
    for color, name in enumerate(COLORS, start=1):
        wanted[f"CARD_{name}_HANDSHAKE"] = 16 * color + 1
        wanted |= {f"CARD_{name}_{rank}": 16 * color + rank for rank in range(2, 11)}
    assert dict(game_pb2.Card.items()) == wanted


def test_piles_to_draw_from_have_the_number_of_their_color() -> None:
    """DrawFrom is the six colors with their number, and 7 for the deck."""
    colors = {name.removeprefix("COLOR_"): value for name, value in game_pb2.Color.items()}
    draws = {name.removeprefix("DRAW_FROM_"): value for name, value in game_pb2.DrawFrom.items()}
    assert draws == {**colors, "DECK": 7}


def test_fields_of_a_turn_request_are_as_published() -> None:
    """Name and number of the fields that every bot reads never change."""
    fields = {field.name: field.number for field in bot_service_pb2.TakeTurnRequest.DESCRIPTOR.fields}
    assert fields == {
        "series_id": 1,
        "match_number": 2,
        "turn_number": 3,
        "view": 4,
        "rules": 5,
        "time_left_ms": 6,
        "bank_left_ms": 7,
        "last_turn_charged_ms": 8,
        "strikes_left": 9,
    }


def test_only_two_fields_tell_absent_from_zero() -> None:
    """`optional` stands where absent means something: no bank, and an opponent that is not revealed."""
    messages = [*bot_service_pb2.DESCRIPTOR.message_types_by_name.values()]
    optional = {
        f"{message.name}.{field.name}"
        for message in messages
        for field in message.fields
        if field.has_presence and field.message_type is None
    }
    assert optional == {"StartSeriesRequest.opponent_name", "TakeTurnRequest.bank_left_ms"}
