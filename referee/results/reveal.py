"""Closing a stage: its seed is published, and anyone can check its deals (DESIGN section 3)."""

from dataclasses import replace
from pathlib import Path

from referee.errors import AnswerIsNoError
from referee.results.opening import results_folder
from referee.results.planning import Counts
from referee.results.rows import Stage
from referee.results.seeds import stage_seed
from referee.results.store import Store


def reveal(path: Path) -> Stage:
    """Publish the seed of the open stage of an output folder, or of the TOML it belongs to.

    Returns:
        The stage with its seed; if none is open, the last one, as it was published before.

    Raises:
        AnswerIsNoError: a planned series of the stage is not final, or nothing was ever planned.
        ConfigError: there are no results.
        RefusedError: a referee works in the folder.
        StoreError: the seed is missing, or not the one that was committed to.
    """
    folder = results_folder(path)
    with Store.open(folder) as store:
        stages = store.stages()
        stage = stages[-1] if stages else None
        if stage is not None and stage.seed is not None:
            return stage
        counts = store.counts(stage.number) if stage else Counts(0, 0)
        if stage is None or not counts.planned:
            raise AnswerIsNoError(
                f"{folder}: nothing is played yet, so there is no seed to publish; `referee run` first"
            )
        if counts.final < counts.planned:
            raise AnswerIsNoError(
                f"{folder}: stage {stage.number} has {counts.planned - counts.final} series left to play, and its seed"
                " would give their cards away; finish it with `referee run` first"
            )
        seed = stage_seed(folder, stage)
        store.publish_seed(stage.number, seed)
        return replace(stage, seed=seed)
