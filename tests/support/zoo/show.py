"""The zoo at work: the tournament of each cage, run once and looked at by many tests."""

from collections.abc import Callable
from functools import cache

import pytest
from support.real_run import Run, example_bot, run_referee, write_toml, zoo_bot
from support.requires import skip_unless
from support.zoo.table import CAGES, Cage

HONEST = ("greedy", "random_bot", "discarder")
"""Files of the honest bots that are in each cage; the first meets all others."""

NOT_ISOLATED = 3
"""The exit code where bots cannot be kept apart as they should be."""

Zoo = Callable[[str], Run]


@pytest.fixture(scope="session")
def zoo(tmp_path_factory: pytest.TempPathFactory) -> Zoo:
    """Runs the tournament of a cage, once, when it is first looked at; "" is the one without bad bots."""

    @cache
    def run(name: str) -> Run:
        folder = tmp_path_factory.mktemp("zoo")
        cage = CAGES[name] if name else Cage(beasts={})
        opponent, *others = (example_bot(file) for file in HONEST)
        if cage.opponent:
            opponent = zoo_bot("opponent", cage.opponent)
        beasts = [zoo_bot(name, beast.words, beast.script, beast.transport) for name, beast in cage.beasts.items()]
        tournament = {"tournament": {"format": "gauntlet", "rounds": 1}}
        write_toml(folder, [opponent, *others, *beasts], {**tournament, **cage.sections})
        result = run_referee(folder)
        skip_unless(result.code != NOT_ISOLATED, f"no boxes here: {result.err}")
        return result

    return run
