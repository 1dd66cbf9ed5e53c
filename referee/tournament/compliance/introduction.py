"""Steps: the bot starts, and says who it is."""

from typing import Final

from referee.bots.connection import Method
from referee.bots.text import escape_text
from referee.errors import BotFaultError, MalformedReplyError, NotStartedError
from referee.tournament.compliance.amounts import duration
from referee.tournament.compliance.candidate import Candidate
from referee.tournament.compliance.findings import Finding
from referee.wire.codec import Description, decode_description

HURRY_SHARE: Final = 0.5
"""A start that takes more than this share of the time may be too slow on a busy machine."""

_TEXT_LENGTH: Final = 60


def starts_in_time(candidate: Candidate) -> Finding:
    """It listens, and answers Describe within `startup_ms`."""
    allowed_ms = candidate.settings.play.clock.startup_ms
    try:
        specimen = candidate.specimen
    except NotStartedError as error:
        return Finding.of_error(f"{candidate.spec.name} {error.reason}", error)
    took_ms = specimen.startup_ms
    sentence = f"ready after {duration(took_ms)}; {duration(allowed_ms)} are allowed"
    if took_ms > HURRY_SHARE * allowed_ms:
        sentence += ", and a busy machine is slower"
    return Finding.passed(sentence, {"startup_ms": round(took_ms, 1), "allowed_ms": allowed_ms})


def says_who_it_is(candidate: Candidate) -> Finding:
    """Describe answers, also when it is asked again, with something that can be read."""
    limit_ms = candidate.settings.play.clock.startup_ms
    try:
        again = candidate.witness.call(Method.DESCRIBE, b"", limit_ms=limit_ms, margin_ms=0, optional=True)
        if again is None or candidate.specimen.describe_reply is None:
            return Finding.passed("Describe is not implemented, which is fine")
        description = decode_description(again.reply)
    except MalformedReplyError as error:
        return Finding.failed(f"{candidate.spec.name} {error.reason}")
    except BotFaultError as error:
        candidate.retire()
        return Finding.of_error(f"asked again, {candidate.spec.name} {error.reason}", error)
    return Finding.passed(_introduction(description), _figures(description))


def _introduction(description: Description) -> str:
    name = _shown(description.name)
    version = _shown(description.version)
    author = f"by {_shown(description.author)}" if description.author else ""
    language = f"in {_shown(description.language)}" if description.language else ""
    return " ".join(filter(None, (name or "a bot without a name", version, author, language)))


def _figures(description: Description) -> dict[str, str]:
    return {
        "name": description.name,
        "version": description.version,
        "author": description.author,
        "language": description.language,
    }


def _shown(text: str) -> str:
    return escape_text(text, _TEXT_LENGTH)
