"""Bulletins as plain values, for texts, pictures and paper. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Topic(StrEnum):
    """The topic of a bulletin; the value is part of the addresses of its pictures."""

    INVITATION = "convite"
    COMING = "inscritos"
    PAIRINGS = "mesas"
    SEATS = "lugares"
    RESULTS = "resultados"
    PODIUM = "podio"
    SEASON = "temporada"
    OWN_RESULT = "meu-resultado"
    CANCELLED = "cancelado"
    NEW_DATE = "nova-data"
    CORRECTION = "correcao"


@dataclass(frozen=True, slots=True)
class BulletinLine:
    """A line of a section: a suit (a key of `core.look.suits.SIGNS`) or "", then words."""

    text: str
    suit: str = ""
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class BulletinSection:
    """Lines under one label, such as a table and its players."""

    label: str
    lines: tuple[BulletinLine, ...]


@dataclass(frozen=True, slots=True)
class Bulletin:
    """One message to a group; `title` is the tournament's.

    `lead` are sentences before the sections.
    """

    topic: Topic
    title: str
    heading: str
    lead: tuple[str, ...] = ()
    sections: tuple[BulletinSection, ...] = ()


def list_sections(lines: Sequence[BulletinLine]) -> tuple[BulletinSection, ...]:
    """Return one section for each line, so that the list can be divided anywhere."""
    return tuple(BulletinSection("", (line,)) for line in lines)
