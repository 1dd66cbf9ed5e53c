"""What a test needs from the machine: skip without it, or fail where everything must be there."""

import os

import pytest

REQUIRE_ALL = "LOST_CITIES_REQUIRE_ALL"


def skip_unless(condition: object, reason: str) -> None:
    """Skip the running test unless `condition` is true; `reason` says what is missing and how to get it.

    With LOST_CITIES_REQUIRE_ALL=1 in the environment the test fails instead: there a skip would hide that
    something was never checked.
    """
    if condition:
        return
    if os.environ.get(REQUIRE_ALL) == "1":
        pytest.fail(f"{reason} ({REQUIRE_ALL}=1)", pytrace=False)
    pytest.skip(reason)
