"""Rebuild commitments, published draws and stages from a record."""

from collections.abc import Mapping, Sequence
from typing import Any

from checker.reading.lines import Line
from records.importing.times import moment
from tournaments.models import Commitment, Draw, Stage, Tournament


def restore_draws(tournament: Tournament, lines: Sequence[Line]) -> None:
    """Create all commitments, published draws (withdrawn ones too), and stages that have begun.

    A secret is restored if its draw revealed it; one that no draw has revealed stayed on its server.
    """
    promised: Commitment | None = None
    for line in lines:
        match line.type:
            case "draw.committed":
                promised = _create_commitment(tournament, line)
            case "draw.withdrawn":
                Draw.objects.filter(tournament=tournament).update(withdrawn=True)
                Stage.objects.filter(tournament=tournament).delete()
            case "round.withdrawn":
                rounds = Draw.objects.filter(tournament=tournament, stage=line.data["stage"])
                rounds.filter(first_round=line.data["round"]).update(withdrawn=True)
            case "draw.published":
                _create_bracket_draw(tournament, line, promised)
            case "round.drawn":
                _create_round_draw(tournament, line, promised)
            case "stage.closed":
                stage = Stage.objects.filter(tournament=tournament, number=line.data["stage"])
                stage.update(closed_at=moment(line), advanced=line.data["advance"])


def _create_commitment(tournament: Tournament, line: Line) -> Commitment:
    """Create the commitment of a line `draw.committed`; its secret is still unknown."""
    return Commitment.objects.create(
        tournament=tournament, sha256=line.data["hash"], secret=None, at=moment(line), seq=line.seq
    )


def _create_bracket_draw(tournament: Tournament, line: Line, promised: Commitment | None) -> None:
    """Create the draw of a line `draw.published`; `promised` is the latest commitment before it."""
    data = line.data
    Draw.objects.create(
        tournament=tournament,
        first_round=min(item["round"] for item in data["matches"]),
        method=data["method"],
        **_restore_seed(data, promised),
        shape=data["rounds"],
        shape_is_default=data["shape"] == "default",
        order=data["order"],
        passed_over=data.get("passed_over"),
        published_at=moment(line),
        seq=line.seq,
    )


def _create_round_draw(tournament: Tournament, line: Line, promised: Commitment | None) -> None:
    """Create the draw of a round, and its stage with the first one."""
    data = line.data
    Stage.objects.get_or_create(
        tournament=tournament, number=data["stage"], defaults={"groups": data.get("groups")}
    )
    Draw.objects.create(
        tournament=tournament,
        stage=data["stage"],
        first_round=data["round"],
        method=tournament.stages[data["stage"] - 1]["kind"],
        **_restore_seed(data, promised),
        shape=[[len({seat["side"] for seat in item["seats"]}) for item in data["matches"]]],
        shape_is_default=True,
        order=[row["entry"] for row in data["order"]],
        published_at=moment(line),
        seq=line.seq,
    )


def _restore_seed(data: Mapping[str, Any], promised: Commitment | None) -> dict[str, object]:
    """Return the columns of the draw's seed; if it was derived, store the revealed secret in `promised`.

    `promised` is the latest commitment before the draw.
    """
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
