"""Which level this machine reaches, and what is missing for more: proven by the canary, explained by what is seen."""

import os
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

from referee.bots.isolation import cgroups
from referee.bots.isolation.canary import CanaryError, send_canary
from referee.bots.isolation.cgroups import NoCgroupError
from referee.bots.isolation.host import Host, look
from referee.bots.isolation.protections import (
    LEVELS,
    UNBOXED,
    Finding,
    Findings,
    Level,
    Protection,
    State,
    lacking,
)
from referee.bots.isolation.settings import BoxedLevel, BoxSettings

Wanted = Literal["auto", "none", "standard", "strict"]

_INSTALL: Final = (
    ("apt-get", "apt install {}"),
    ("dnf", "dnf install {}"),
    ("zypper", "zypper install {}"),
    ("pacman", "pacman -S {}"),
    ("apk", "apk add {}"),
)
_APPARMOR: Final = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
_CLONE: Final = Path("/proc/sys/kernel/unprivileged_userns_clone")
_COUNT: Final = Path("/proc/sys/user/max_user_namespaces")
_CONTAINERS: Final = (Path("/.dockerenv"), Path("/run/.containerenv"))
_STATUS: Final = Path("/proc/self/status")
_SYS_ADMIN: Final = 1 << 21
"""CAP_SYS_ADMIN in a set of capabilities."""
_DELEGATE: Final = "start it by systemd-run --user --scope -p Delegate=yes referee run …; as root without --user"

Canary = Callable[[BoxSettings], Findings]


@dataclass(frozen=True, kw_only=True, slots=True)
class Trial:
    """What came of one level.

    Attributes:
        level: which.
        findings: every protection's state there.
        missing: why the level is not reached, one sentence each; () if it is.
    """

    level: Level
    findings: Findings
    missing: tuple[str, ...] = ()

    @property
    def is_reached(self) -> bool:
        """Whether bots can be played at this level."""
        return not self.missing


@dataclass(frozen=True, kw_only=True, slots=True)
class Survey:
    """What the levels came to.

    Attributes:
        host: what the machine has.
        trials: the levels that were tried, strongest first.
        cgroup: of this run, for strict boxes; None if that level is not reached.
    """

    host: Host = field(repr=False)
    trials: tuple[Trial, ...]
    cgroup: Path | None = None

    @property
    def best(self) -> Trial:
        """The strongest level that is reached; `none` always is."""
        return next(trial for trial in self.trials if trial.is_reached)

    def close(self) -> None:
        """Give the control group back."""
        if self.cgroup is not None:
            cgroups.remove(self.cgroup)


def survey(wanted: Wanted, *, may_think_off_turn: bool = False, canary: Canary = send_canary) -> Survey:
    """Try a level and all below it, until one is reached; with `auto` from the strongest on.

    Args:
        wanted: where to begin.
        may_think_off_turn: whether bots are not to be frozen.
        canary: attacks boxes; a fake in tests.
    """
    host = look()
    start = LEVELS.index("strict" if wanted == "auto" else wanted)
    trials: list[Trial] = []
    cgroup: Path | None = None
    for level in LEVELS[start::-1]:
        if level == "none":
            trials.append(Trial(level="none", findings=UNBOXED))
            break
        trial, cgroup = _try(level, host, canary, may_think_off_turn=may_think_off_turn)
        trials.append(trial)
        if trial.is_reached:
            break
    return Survey(host=host, trials=tuple(trials), cgroup=cgroup)


def _try(level: BoxedLevel, host: Host, canary: Canary, *, may_think_off_turn: bool) -> tuple[Trial, Path | None]:
    """One level, and the control group made for it, if it is reached."""
    if lack := _lacking_tool(host):
        return _failed(level, *lack), None
    cgroup = None
    if level == "strict":
        try:
            cgroup = cgroups.prepare(_read("/proc/self/mountinfo"), _read("/proc/self/cgroup"))
        except NoCgroupError as error:
            return _failed(level, f"the kernel's limits cannot be set: {error}", _DELEGATE), None
    with ExitStack() as undo:
        if cgroup is not None:
            undo.callback(cgroups.remove, cgroup)  # also if a signal comes meanwhile
        try:
            findings = _send(canary, BoxSettings(level=level, cgroup=None if cgroup is None else str(cgroup)))
        except CanaryError as error:
            return _failed(level, f"no box can be built: {error}", advice(host)), None
        trial = _judged(level, host, findings, may_think_off_turn=may_think_off_turn)
        if not trial.is_reached:
            return trial, None
        undo.pop_all()
        return trial, cgroup


def _send(canary: Canary, box: BoxSettings) -> Findings:
    """Send the canary; once more if it failed, since what it takes may have been killed, as for want of memory."""
    try:
        return canary(box)
    except CanaryError:
        return canary(box)


def _judged(level: BoxedLevel, host: Host, findings: Findings, *, may_think_off_turn: bool) -> Trial:
    explained = {protection: _explained(protection, findings[protection], host) for protection in Protection}
    if may_think_off_turn:
        explained[Protection.CPU_OFF_TURN] = Finding(
            state=State.OFF, reason='off_turn = "allow" lets bots go on', fix='off_turn = "freeze"'
        )
    lack = lacking(explained, level, may_think_off_turn=may_think_off_turn)
    missing = tuple(f"{name} is {explained[name].state}: {explained[name].reason}" for name in lack)
    return Trial(level=level, findings=explained, missing=missing)


def _explained(protection: Protection, finding: Finding, host: Host) -> Finding:
    """A finding with what may be done about it."""
    if finding.state is State.ON:
        return finding
    if host.seccomp is None and protection in {Protection.NETWORK, Protection.PRIVILEGES, Protection.CPU_OFF_TURN}:
        return replace(finding, fix="a machine with a processor of the kind x86_64 or aarch64")
    if protection is Protection.DISK and "--size" not in host.options:
        return replace(finding, fix="bubblewrap 0.7 or newer, which can bound what is written")
    if protection is Protection.PRIVILEGES and "--disable-userns" not in host.options:
        return replace(finding, fix="bubblewrap 0.8 or newer, which can forbid user namespaces inside")
    if protection is Protection.PROCESSES and not host.counts_processes:
        return replace(finding, fix="Linux 5.14 or newer, which counts the processes of a box alone")
    return finding


def _failed(level: BoxedLevel, reason: str, fix: str) -> Trial:
    finding = Finding(state=State.OFF, reason=reason, fix=fix)
    missing = f"{reason}; {fix}" if fix else reason
    return Trial(level=level, findings={**UNBOXED, **_all_off(finding)}, missing=(missing,))


def _all_off(finding: Finding) -> Findings:
    return {protection: finding for protection in Protection if UNBOXED[protection].state is State.OFF}


def _lacking_tool(host: Host) -> tuple[str, str] | None:
    """What is not there, and how to get it."""
    if host.system != "linux":
        return f"boxes are made by Linux, and this is {host.system}", "run the referee on a Linux machine"
    if host.bwrap is None:
        return "bubblewrap is not installed", _install("bubblewrap")
    if host.prlimit is None or (host.is_root and host.setpriv is None):
        return "prlimit and setpriv are not installed", _install("util-linux")
    return None


def _install(package: str) -> str:
    """The command that installs a package here."""
    words = next((words for tool, words in _INSTALL if shutil.which(tool)), "install the package {}")
    return words.format(package) if os.geteuid() == 0 else f"sudo {words.format(package)}"


def advice(host: Host) -> str:
    """What to do where bubblewrap is there and builds no box."""
    if _is_confined():
        return (
            "in a container it takes `docker run --cap-add SYS_ADMIN --cap-add NET_ADMIN --security-opt"
            " seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined`"
        )
    if not host.is_root and _read(_APPARMOR).strip() == "1":
        return (
            "AppArmor forbids it; `sudo apt install apparmor-profiles && sudo ln -s"
            " /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && sudo apparmor_parser -r"
            " /etc/apparmor.d/bwrap-userns-restrict` allows it to bubblewrap alone"
        )
    if not host.is_root and _read(_CLONE).strip() == "0":
        return "`sudo sysctl kernel.unprivileged_userns_clone=1` allows it"
    if not host.is_root and _read(_COUNT).strip() == "0":
        return "`sudo sysctl user.max_user_namespaces=10000` allows it"
    return "`bwrap --unshare-all --ro-bind / / true` says more; a virtual machine with Debian 12 or newer does it"


def _is_confined() -> bool:
    """Whether we are in a container that keeps us from building boxes; not every one does."""
    status = dict(line.split(":", 1) for line in _read(_STATUS).splitlines() if ":" in line)
    is_filtered = status.get("Seccomp", "0").strip() != "0"
    is_weak = not int(status.get("CapBnd", "0").strip() or "0", 16) & _SYS_ADMIN
    return any(path.exists() for path in _CONTAINERS) and (is_filtered or is_weak)


def _read(path: str | Path) -> str:
    try:
        return Path(path).read_text()
    except OSError:
        return ""
