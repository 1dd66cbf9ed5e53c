"""Milliseconds, bytes and counts as words."""

from typing import Final

KB: Final = 1024
MB: Final = 1024 * KB


def duration(ms: float) -> str:
    """A time: `0.42 ms`, `12 ms`, `1.5 s`, `10 s`."""
    if ms >= 1000:
        return f"{ms / 1000:.1f} s".replace(".0 s", " s")
    return f"{ms:.0f} ms" if ms >= 10 else f"{ms:.2g} ms"


def size(count_bytes: float) -> str:
    """So many bytes: `812 bytes`, `3.4 KB`, `120 MB`; units of 1024."""
    if count_bytes < KB:
        return f"{count_bytes:.0f} bytes"
    value, unit = (count_bytes / KB, "KB") if count_bytes < MB else (count_bytes / MB, "MB")
    return f"{value:.1f} {unit}" if value < 10 else f"{value:.0f} {unit}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """A number of things: `1 turn`, `2 turns`, `3 matches`."""
    return f"{count} {noun if count == 1 else plural or f'{noun}s'}"
