"""Which level is reached, with a canary that is a fake, on a machine that is one too."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from referee.bots.isolation import cgroups
from referee.bots.isolation import survey as survey_module
from referee.bots.isolation.canary import CanaryError
from referee.bots.isolation.cgroups import NoCgroupError
from referee.bots.isolation.host import Host, kernel_version
from referee.bots.isolation.protections import ON, Finding, Findings, Protection, State
from referee.bots.isolation.settings import BoxSettings
from referee.bots.isolation.survey import advice, survey

HOST = Host(
    bwrap="/bin/bwrap", options=frozenset({"--size", "--disable-userns"}), setpriv="/s", prlimit="/p", seccomp=b"x"
)
ALL_ON: Findings = dict.fromkeys(Protection, ON)
Setting = Callable[[Host], None]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Setting:
    """Sets the machine's facts; control groups can be had."""
    monkeypatch.setattr(cgroups, "prepare", lambda _, __: tmp_path)
    monkeypatch.setattr(cgroups, "remove", lambda _: None)

    def be(host: Host) -> None:
        monkeypatch.setattr(survey_module, "look", lambda: host)

    be(HOST)
    return be


def found(**changes: State) -> Callable[[BoxSettings], Findings]:
    """A canary that finds all on, but some."""
    findings = {Protection(name): Finding(state=state, reason="seen") for name, state in changes.items()}
    return lambda _: {**ALL_ON, **findings}


def no_box(_: BoxSettings) -> Findings:
    """A canary that no box could be built for."""
    raise CanaryError("bwrap: no")


def in_turn(*canaries: Callable[[BoxSettings], Findings]) -> Callable[[BoxSettings], Findings]:
    """One canary after the other, each once."""
    coming = iter(canaries)

    def send(box: BoxSettings) -> Findings:
        return next(coming)(box)

    return send


@pytest.mark.usefixtures("machine")
def test_best_level_comes_first(tmp_path: Path) -> None:
    """Strict where all is on and the kernel's limits can be had."""
    result = survey("auto", canary=found())
    assert [trial.level for trial in result.trials] == ["strict"]
    assert (result.best.level, result.cgroup) == ("strict", tmp_path)


@pytest.mark.usefixtures("machine")
def test_canary_that_failed_is_sent_once_more() -> None:
    """Something may have been killed; but what was found is believed at once."""
    assert survey("standard", canary=in_turn(no_box, found())).best.level == "standard"
    assert survey("standard", canary=in_turn(no_box, no_box)).best.level == "none"
    assert survey("standard", canary=in_turn(found(files=State.OFF))).best.level == "none"


@pytest.mark.usefixtures("machine")
def test_level_by_name_is_not_exceeded() -> None:
    """Nor is anything tried for none."""
    assert survey("standard", canary=found()).best.level == "standard"
    assert [trial.level for trial in survey("none", canary=no_box).trials] == ["none"]


@pytest.mark.usefixtures("machine")
def test_weak_protection_costs_strict_only() -> None:
    """And what is missing is said."""
    result = survey("auto", canary=found(disk=State.WEAK))
    assert [(trial.level, trial.is_reached) for trial in result.trials] == [("strict", False), ("standard", True)]
    assert result.trials[0].missing == ("disk is weak: seen",)
    assert result.cgroup is None


@pytest.mark.usefixtures("machine")
def test_control_group_is_removed_if_strict_is_not_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when a signal comes while boxes are tried."""
    removed: list[Path] = []
    monkeypatch.setattr(cgroups, "remove", removed.append)

    def interrupted(_: BoxSettings) -> Findings:
        raise KeyboardInterrupt

    survey("auto", canary=in_turn(found(disk=State.WEAK), found()))
    survey("auto", canary=in_turn(no_box, no_box, found()))
    with pytest.raises(KeyboardInterrupt):
        survey("auto", canary=interrupted)
    assert removed == [tmp_path] * 3
    survey("auto", canary=found())
    assert len(removed) == 3


@pytest.mark.usefixtures("machine")
def test_without_control_groups_standard_is_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the reason, and how to get them."""

    def refuse(_: str, __: str) -> Path:
        raise NoCgroupError("not mounted")

    monkeypatch.setattr(cgroups, "prepare", refuse)
    result = survey("auto", canary=found())
    assert result.best.level == "standard"
    assert "not mounted" in result.trials[0].missing[0]
    assert "Delegate=yes" in result.trials[0].missing[0]


@pytest.mark.usefixtures("machine")
def test_failing_bubblewrap_leaves_none() -> None:
    """Every protection of a box is off, for the reason that bubblewrap gave."""
    result = survey("auto", canary=no_box)
    assert [trial.level for trial in result.trials] == ["strict", "standard", "none"]
    assert all("bwrap: no" in trial.missing[0] for trial in result.trials[:2])
    finding = result.trials[1].findings[Protection.FILES]
    assert (finding.state, "bwrap: no" in finding.reason) == (State.OFF, True)
    assert result.trials[1].findings[Protection.OUTPUT].state is State.ON


@pytest.mark.parametrize(
    ("host", "package"),
    [
        (replace(HOST, bwrap=None), "bubblewrap"),
        (replace(HOST, prlimit=None), "util-linux"),
        (replace(HOST, setpriv=None, is_root=True), "util-linux"),
    ],
)
def test_missing_tool_is_named_with_how_to_get_it(machine: Setting, host: Host, package: str) -> None:
    """No canary is sent."""
    machine(host)
    result = survey("auto", canary=no_box)
    assert result.best.level == "none"
    assert package in result.trials[0].missing[0]
    assert "not installed" in result.trials[0].missing[0]


def test_other_systems_have_no_boxes(machine: Setting) -> None:
    """They are told where there are."""
    machine(replace(HOST, system="darwin"))
    result = survey("auto", canary=no_box)
    assert result.best.level == "none"
    assert "a Linux machine" in result.trials[0].missing[0]


@pytest.mark.usefixtures("machine")
def test_thinking_off_turn_is_shown_as_off() -> None:
    """By the host's own wish, so no level is missed for it."""
    result = survey("auto", may_think_off_turn=True, canary=found())
    finding = result.best.findings[Protection.CPU_OFF_TURN]
    assert (result.best.level, finding.state) == ("strict", State.OFF)
    assert finding.reason == 'off_turn = "allow" lets bots go on'


@pytest.mark.parametrize(
    ("host", "protection", "words"),
    [
        (replace(HOST, seccomp=None), "network", "x86_64"),
        (replace(HOST, options=frozenset()), "disk", "bubblewrap 0.7"),
        (replace(HOST, options=frozenset()), "privileges", "bubblewrap 0.8"),
        (replace(HOST, counts_processes=False), "processes", "Linux 5.14"),
    ],
)
def test_weak_protection_has_its_fix(machine: Setting, host: Host, protection: str, words: str) -> None:
    """What would make it strong."""
    machine(host)
    result = survey("standard", canary=found(**{protection: State.WEAK}))
    assert words in result.best.findings[Protection(protection)].fix


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("_APPARMOR", "1\n", "bwrap-userns-restrict"),
        ("_CLONE", "0\n", "unprivileged_userns_clone=1"),
        ("_COUNT", "0\n", "max_user_namespaces"),
        ("_CONTAINERS", None, "docker run"),
        (None, "", "virtual machine"),
    ],
)
def test_advice_fits_the_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, file: str | None, content: str | None, words: str
) -> None:
    """AppArmor, switches of the kernel, containers; else where to look."""
    for name in ("_APPARMOR", "_CLONE", "_COUNT"):
        monkeypatch.setattr(survey_module, name, tmp_path / "absent")
    monkeypatch.setattr(survey_module, "_CONTAINERS", (tmp_path,))
    (tmp_path / "status").write_text(f"CapBnd:\t{'ff' if content is None else '1ffffffffff'}\nSeccomp:\t0\n")
    monkeypatch.setattr(survey_module, "_STATUS", tmp_path / "status")
    if file and content:
        (tmp_path / "file").write_text(content)
        monkeypatch.setattr(survey_module, file, tmp_path / "file")
    assert words in advice(HOST)


def test_version_of_the_kernel_is_read() -> None:
    """Whatever comes after it."""
    assert kernel_version("6.18.44-fc-v657") == (6, 18)
    assert kernel_version("odd") == (0, 0)
