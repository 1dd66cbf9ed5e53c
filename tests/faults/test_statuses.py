"""Every gRPC status that a bot can send, in a real tournament."""

from pathlib import Path

import grpc
from support.real_run import example_bot, faults_of, run_referee, write_toml, zoo_bot

from referee.errors import FaultKind
from referee.results.verify import verify

OWN_WORDS = {
    "UNIMPLEMENTED": "answered with gRPC status UNIMPLEMENTED: unimplemented it is; "
    "expected it to serve /lostcities.v1.BotService/TakeTurn",
}


def test_every_status_is_one_fault(tmp_path: Path) -> None:
    """One series for each: the kind and the words are those of its status, and none is taken for something else."""
    names = {code.name for code in grpc.StatusCode} - {"OK"}
    sections = {
        "tournament": {"rounds": len(names) // 2 + 1},
        "faults": {"max_faults": 0},
        "clock": {"turn_ms": 10_000},
    }
    write_toml(tmp_path, [example_bot("discarder"), zoo_bot("moody", "each-status")], sections)
    run = run_referee(tmp_path)
    assert (run.code, run.left) == (0, [])
    faults = [fault for record in run.records() for fault in faults_of(record)]
    assert len(faults) == len(run.records())
    expected = {
        OWN_WORDS.get(name, f"answered with gRPC status {name}: {name.lower()} it is"): FaultKind.MALFORMED_REPLY
        if name == "RESOURCE_EXHAUSTED"
        else FaultKind.BOT_ERROR
        for name in names
    }
    assert {fault.reason: fault.kind for fault in faults} == expected
    assert verify(run.folder).differences == ()
