"""The calls of the protocol, as far as they can be seen without a bot."""

from referee.bots.connection import Method


def test_methods_are_the_protocols_paths() -> None:
    """One for each call, with the name that the proto file gives it."""
    assert [method.label for method in Method] == ["Describe", "StartSeries", "TakeTurn", "FinishMatch", "FinishSeries"]
    assert {method.value.rpartition("/")[0] for method in Method} == {"/lostcities.v1.BotService"}
