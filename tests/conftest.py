"""What holds for every test: how many examples hypothesis tries, and that nothing is left behind."""

import os

from hypothesis import HealthCheck, settings

# Examples are small games played to some length: slow machines are not a reason to fail.
settings.register_profile("default", max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")
