"""Why a remote bot cannot be reached, where no connection is needed to tell; the rest is tried with real ones."""

import pytest

from referee.bots.inquiry import inquire
from referee.bots.spec import BotSpec


@pytest.mark.parametrize("host", ["bots..example.org", "b" * 64 + ".example.org"])
def test_name_that_no_host_can_have_is_told(host: str) -> None:
    """The bot is not there; it is no failure of ours."""
    assert inquire(BotSpec(name="far", address=f"{host}:443")) == f"there is no host {host}"
