"""Promised secrets and published draws, rebuilt from a record."""

from collections.abc import Mapping, Sequence
from typing import Any

from records.checker.format.reading import Raw
from records.importing.times import moment
from tournaments.models import Commitment, Draw, Tournament


def restore_draws(tournament: Tournament, lines: Sequence[Raw]) -> None:
    """Every draw that was published; those taken back stay as such.

    A secret is here where its draw told it. One that no draw has told yet stayed where it was made.
    """
    promised: Commitment | None = None
    for raw in lines:
        match raw.value["type"]:
            case "draw.committed":
                promised = _promise(tournament, raw)
            case "draw.withdrawn":
                Draw.objects.filter(tournament=tournament).update(withdrawn=True)
            case "draw.published":
                _published(tournament, raw, promised)


def _promise(tournament: Tournament, raw: Raw) -> Commitment:
    return Commitment.objects.create(
        tournament=tournament, sha256=raw.value["data"]["hash"], secret=None, at=moment(raw), seq=raw.seq
    )


def _published(tournament: Tournament, raw: Raw, promised: Commitment | None) -> None:
    data = raw.value["data"]
    Draw.objects.create(
        tournament=tournament,
        method=data["method"],
        **_seed(data, promised),
        shape=data["rounds"],
        shape_is_default=data["shape"] == "default",
        order=data["order"],
        passed_over=data.get("passed_over"),
        published_at=moment(raw),
        seq=raw.seq,
    )


def _seed(data: Mapping[str, Any], promised: Commitment | None) -> dict[str, object]:
    """The columns of the seed; with a derived one the secret is told."""
    if promised is None or data.get("secret") is None:
        return {"seed": data["seed"]}
    promised.secret = data["secret"]
    promised.save(update_fields=["secret"])
    return {
        "algorithm": data["algorithm"],
        "commitment": promised,
        "word": data["word"],
        "derived_seed": data["seed"],
    }
