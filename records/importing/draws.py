"""Rebuild commitments and published draws from a record."""

from collections.abc import Mapping, Sequence
from typing import Any

from checker.reading.lines import Line
from records.importing.times import moment
from tournaments.models import Commitment, Draw, Tournament


def restore_draws(tournament: Tournament, lines: Sequence[Line]) -> None:
    """Create every published draw, including withdrawn ones.

    A secret is restored if its draw revealed it; one that no draw has revealed stayed on its server.
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
    """Return the seed's columns; a derived seed reveals the secret of its commitment."""
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
