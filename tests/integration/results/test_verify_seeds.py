"""What `verify` can say with the seeds, and without."""

from pathlib import Path

from support.records import encounter, finish, new_store
from support.sql import ask, change

from referee.results.reveal import reveal
from referee.results.verify import verify


def test_a_changed_commitment_is_found(folder: Path) -> None:
    """By the seed, and in every series by its hash."""
    change(folder, "UPDATE stages SET commitment = replace(commitment, '6', '7')")
    texts = [str(difference) for difference in verify(folder).differences]
    assert texts[0].startswith("stage 1: its deals cannot be derived: ")
    assert "is not the one committed to: expected SHA-256 77787aad" in texts[0]
    assert "series 2: the record is not the one that was stored: its hash differs" in texts


def test_without_the_seed_deals_cannot_be_checked(folder: Path) -> None:
    """That is no difference; but nothing proves the deals, and it is told where the seed belongs."""
    (folder / "seed").unlink()
    verification = verify(folder)
    assert verification.differences == ()
    assert verification.unproven == (
        "the deals of stage 1 could not be checked, because the seed is not here: copy the file seed from the"
        f" tournament's folder to {folder}/seed"
    )


def test_without_the_seed_mirrors_are_still_compared(folder: Path) -> None:
    """Both legs have to have the same deals, and each of them a whole pack."""
    (folder / "seed").unlink()
    ((deal,),) = ask(folder, "SELECT deal FROM matches WHERE series = 2 AND match = 3")
    cards = deal.split(" ")
    change(folder, "UPDATE matches SET deal = ? WHERE series = 2 AND match = 3", " ".join([*cards[1:], cards[0]]))
    change(folder, "UPDATE matches SET deal = ? WHERE series = 5 AND match = 1", " ".join([cards[1], *cards[1:]]))
    texts = [str(difference) for difference in verify(folder).differences]
    assert "series 2: its deals are not those of the other leg" in texts
    assert "series 5, match 1: the deal is no whole pack" in texts


def test_a_published_seed_needs_no_file(folder: Path) -> None:
    """It stands in the results."""
    reveal(folder)
    (folder / "seed").unlink()
    assert (verify(folder).differences, verify(folder).unproven) == ((), "")
    change(folder, "UPDATE matches SET deal_id = deal_id || 'x' WHERE series = 1 AND match = 1")
    assert verify(folder).differences


def test_legs_without_a_mirror_have_deals_of_their_own(tmp_path: Path) -> None:
    """Without the seed there is nothing to compare them with."""
    with new_store(tmp_path, encounter(mirrored=False)) as store:
        finish(store)
    (tmp_path / "seed").unlink()
    assert verify(tmp_path).differences == ()
