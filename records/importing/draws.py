"""Promised secrets and published draws, rebuilt from a record."""

from collections.abc import Mapping, Sequence
from typing import Any

from checker.reading.lines import Line
from records.importing.times import moment
from tournaments.models import Commitment, Draw, Tournament


def restore_draws(tournament: Tournament, lines: Sequence[Line]) -> None:
    """Every draw that was published; those taken back stay as such.

    A secret is here where its draw told it. One that no draw has told yet stayed where it was made.
    """
    promised: Commitment | None = None
    for line in lines:
        match line.type:
            case "draw.committed":
                promised = _promise(tournament, line)
            case "draw.withdrawn":
                Draw.objects.filter(tournament=tournament).update(withdrawn=True)
            case "draw.published":
                _published(tournament, line, promised)


def _promise(tournament: Tournament, line: Line) -> Commitment:
    return Commitment.objects.create(
        tournament=tournament, sha256=line.data["hash"], secret=None, at=moment(line), seq=line.seq
    )


def _published(tournament: Tournament, line: Line, promised: Commitment | None) -> None:
    data = line.data
    Draw.objects.create(
        tournament=tournament,
        method=data["method"],
        **_seed(data, promised),
        shape=data["rounds"],
        shape_is_default=data["shape"] == "default",
        order=data["order"],
        passed_over=data.get("passed_over"),
        published_at=moment(line),
        seq=line.seq,
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
