"""The arguments of bubblewrap, from facts alone."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from referee.bots.isolation.host import Host
from referee.bots.isolation.plan import BoxPlan, Tenant, plan_box
from referee.bots.isolation.settings import BoxSettings

HOST = Host(
    bwrap="/usr/bin/bwrap",
    options=frozenset({"--size", "--perms", "--disable-userns"}),
    setpriv="/usr/bin/setpriv",
    prlimit="/usr/bin/prlimit",
    folders=("/lib32",),
    links=(("usr/bin", "/bin"), ("usr/lib", "/lib")),
    etc=("/etc/alternatives", "/etc/ssl"),
)
BOX = BoxSettings(memory_mb=100, pids=7, tmp_mb=3, open_files=9)
USER = Tenant(argv=("/usr/bin/python3", "bot.py"), environment={"A": "1"}, folder=Path("/home/me/bots/x"))
ROOT = replace(USER, uid=61_005)


def user_plan(host: Host = HOST, tenant: Tenant = USER) -> BoxPlan:
    """The plan for an ordinary user."""
    return plan_box(host, BOX, tenant)


def follow(plan: BoxPlan, option: str) -> list[str]:
    """What stands after each use of an option."""
    return [after for word, after in pairwise(plan.options) if word == option]


def places(plan: BoxPlan, *options: str) -> list[int]:
    """Where a run of words stands."""
    words = list(plan.options)
    return [place for place in range(len(words)) if words[place : place + len(options)] == list(options)]


def test_ordinary_user_gets_a_user_namespace() -> None:
    """With another user inside, and no further namespaces in it."""
    plan = user_plan()
    assert plan.options[:2] == ("--unshare-all", "--unshare-user")
    assert "--disable-userns" in plan.options
    assert (follow(plan, "--uid"), follow(plan, "--gid"), follow(plan, "--cap-drop")) == (["1000"], ["1000"], ["ALL"])
    assert plan.command == (
        *("/usr/bin/prlimit", "--core=0:0", "--nofile=9:9", f"--fsize={100 << 20}:{100 << 20}", "--nproc=7:7", "--"),
        *("/usr/bin/python3", "bot.py"),
    )


def test_root_gets_no_user_namespace_but_another_user() -> None:
    """There, a bot would be root for the kernel (trap 1): user and capabilities are dropped inside instead."""
    plan = plan_box(HOST, BOX, ROOT)
    assert "--unshare-user" not in plan.options
    assert "--unshare-all" not in plan.options
    assert "--uid" not in plan.options
    for space in ("ipc", "pid", "net", "uts"):
        assert f"--unshare-{space}" in plan.options
    assert follow(plan, "--cap-drop") == ["ALL"]
    assert follow(plan, "--cap-add") == ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"]
    assert plan.command[:9] == (
        *("/usr/bin/setpriv", "--reuid", "61005", "--regid", "61005", "--clear-groups"),
        *("--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"),
    )
    assert plan.command[10] == "/usr/bin/prlimit"


@pytest.mark.parametrize("tenant", [USER, ROOT], ids=["user", "root"])
def test_every_box_dies_with_its_keeper_and_has_its_own_session(tenant: Tenant) -> None:
    """Whoever builds it."""
    options = plan_box(HOST, BOX, tenant).options
    assert "--die-with-parent" in options
    assert "--new-session" in options


def test_every_file_system_has_a_size_and_the_rest_is_read_only() -> None:
    """Root and /dev are memory too (trap 2), and are closed after all is mounted."""
    plan = user_plan()
    for size, path in ((16 << 20, "/dev/shm"), (3 << 20, "/tmp"), (64 << 10, "/run/bot")):  # noqa: S108 - of the box
        assert places(plan, "--perms", "1777", "--size", str(size), "--tmpfs", path)
    assert follow(plan, "--remount-ro") == ["/dev", "/"]
    assert plan.options[-2:] == ("--remount-ro", "/")
    assert "--bind" not in plan.options
    assert "--dev-bind" not in plan.options


def test_old_bubblewrap_is_not_asked_for_what_it_does_not_know() -> None:
    """0.6 has neither sizes nor the ban of user namespaces; that these are missing is for the canary to find."""
    plan = user_plan(replace(HOST, options=frozenset()))
    assert not {"--size", "--perms", "--disable-userns"} & set(plan.options)
    assert follow(plan, "--tmpfs") == ["/dev/shm", "/tmp", "/run/bot"]  # noqa: S108 - of the box


def test_kernel_that_counts_all_of_a_users_processes_gets_no_limit() -> None:
    """It would stop the host's own programs (trap 12)."""
    plan = user_plan(replace(HOST, counts_processes=False))
    assert not any(word.startswith("--nproc") for word in plan.command)


def test_no_limit_is_raised() -> None:
    """Where the referee itself has less than a box may have, the box has what is there."""
    plan = user_plan(replace(HOST, ceilings={"nofile": 5, "fsize": 1 << 40, "nproc": 6}))
    assert {"--nofile=5:5", f"--fsize={100 << 20}:{100 << 20}", "--nproc=6:6"} <= set(plan.command)


def test_folder_is_bound_where_it_is_with_all_its_ancestors() -> None:
    """Made by hand before it: bubblewrap would make them for their owner alone (trap 13)."""
    plan = user_plan()
    assert places(plan, "--dir", "/home", "--dir", "/home/me", "--dir", "/home/me/bots", "--ro-bind", "/home/me/bots/x")
    assert places(plan, "--chdir", "/home/me/bots/x")


def test_inner_folders_are_bound_after_outer_ones() -> None:
    """Or they would be hidden; and what two have in common is made once."""
    plan = user_plan(tenant=replace(USER, paths=("/home/me/bots/x/lib", "/home/me/.venv", "/home/me/bots")))
    bound = [path for path in follow(plan, "--ro-bind") if path.startswith("/home")]
    assert bound == ["/home/me/.venv", "/home/me/bots", "/home/me/bots/x", "/home/me/bots/x/lib"]
    assert follow(plan, "--dir").count("/home/me") == 1


def test_only_parts_of_etc_are_there() -> None:
    """Never all of it: it holds what is nobody's business."""
    plan = user_plan()
    assert follow(plan, "--ro-bind-try") == ["/etc/alternatives", "/etc/ssl"]
    assert follow(plan, "--ro-bind")[:2] == ["/usr", "/lib32"]
    assert places(plan, "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib")
    assert plan.options.index("/etc") < plan.options.index("/etc/alternatives")


def test_environment_is_given_whole() -> None:
    """Cleared first."""
    assert places(user_plan(), "--clearenv", "--setenv", "A", "1")
