"""What fishtest and fastchess made of counted outcomes."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

_FILE: Final = Path(__file__).parent.parent / "vectors" / "pentanomial_sprt.json"
VECTORS: Final[Mapping[str, list[dict[str, Any]]]] = json.loads(_FILE.read_text())
"""Rows by section of the file."""


def counts_of(row: Mapping[str, Any]) -> list[int]:
    """The counted outcomes of a row, from no points to all, whichever way they are given."""
    if "LL_LD_WL_DD_WD_WW" in row:
        none, half, one_each, drawn, most, all_ = row["LL_LD_WL_DD_WD_WW"]
        return [none, half, one_each + drawn, most, all_]
    if "wins_losses_draws" in row:
        wins, losses, draws = row["wins_losses_draws"]
        return [losses, draws, wins]
    if "R" in row:
        result = row["R"]
        return result.get("pentanomial") or [result["losses"], result["draws"], result["wins"]]
    return list(row.get("pentanomial") or row.get("trinomial_LDW") or row["counts"])
