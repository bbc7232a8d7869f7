"""Rebuild a tournament from its record alone, such as from a venue's backup.

The lines are stored byte for byte, so the export is the same file again. Facts that a record does not contain
(venue, zone, special rules, accounts) start empty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.validators import slug_re
from django.db import transaction

from accounts.models import Persona, Player, User
from accounts.selectors import get_or_create_player
from checker import check_bytes
from checker.reading.lines import Line, canonical, content_of, read
from core.errors import Refused, Violation, refuse_all
from core.jobs.outbox import enqueue
from core.models import Ledger, RecordLine
from core.record.line import FORMATS, digest
from matches.models import Match
from records.importing.entries import restore_entries
from records.importing.play import restore_play
from records.importing.replay.replay import replay_record
from records.importing.replay.state import State as Replayed
from records.importing.storable import find_unstorable
from records.importing.times import moment
from tournaments.act import DISPATCH
from tournaments.lines.integrity import CancelledNoted
from tournaments.lines.staff import PenaltyNoted, PenaltyWithdrawn
from tournaments.lines.tournament import TournamentCancelled, TournamentFinished
from tournaments.models import Confirmation, Penalty, Ruling, Staff, State, Tournament
from tournaments.play.breaks import restore_breaks
from tournaments.setup.acceptance import publish_awaited_pages
from tournaments.setup.create import free_slug

BATCH = 500


@dataclass(slots=True)
class RecordFile:
    """The parsed file: its lines, the state after them, and the rows created for it; `personas` by code."""

    lines: Sequence[Line]
    state: Replayed
    ledger: Ledger
    personas: Mapping[str, Persona]


def restore_record(
    path: Path,
    *,
    names: Mapping[str, str],
    owner: User | None,
    now: datetime,
    slug: str = "",
    simulated: bool = False,
    texts: Mapping[str, str] | None = None,
) -> Tournament:
    """Create the tournament of a sound record file in one transaction, enqueue its dispatcher, and return it.

    `names` are display names by id (an id without one is its own name), `texts` the words of rulings by id.
    `owner` becomes the organizer (`_link_creator`); `slug` is replaced if it is taken or none; `simulated`
    marks a simulation. Raise `Refused` with `record_unsound` (count and first discrepancy), `record_known`,
    or what `find_unstorable` found; `Unreadable`.
    """
    content = content_of(path)
    if found := check_bytes(content):
        facts = {"count": len(found), "first": str(found[0]).replace("\t", ", ")}
        raise Refused([Violation("record_unsound", facts)])
    lines, _ = read(content)
    refuse_all(find_unstorable(lines, {**names, **(texts or {})}))
    state = replay_record(lines)
    with transaction.atomic():
        ledger = _store_lines(lines)
        people = _create_people(ledger, lines, state, names)
        source = RecordFile(lines, state, ledger, people)
        tournament = _create_tournament(source, owner, slug, simulated)
        _create_staff(tournament, source)
        _create_confirmations(tournament, source)
        restore_breaks(tournament, state.breaks, now)
        entries = restore_entries(ledger, lines, state, people)
        restore_play(tournament, lines, state, people, entries)
        _create_rulings(tournament, lines, texts or {})
        _create_penalties(tournament, lines)
        _finish_or_cancel(tournament, source)
        publish_awaited_pages(tournament)
        _link_creator(tournament, owner)
        enqueue(DISPATCH, ledger, key=str(ledger.pk), due=now, now=now)
    return tournament


def _store_lines(lines: Sequence[Line]) -> Ledger:
    """Store the lines unchanged and return their ledger.

    Raise `Refused` `record_known` if a record with the same last line exists.
    """
    head = canonical(vars(lines[-1])).decode()
    if Ledger.objects.filter(head_seq=lines[-1].seq, head_hash=digest(head)).exists():
        raise Refused([Violation("record_known")])
    ledger = Ledger.objects.create()
    RecordLine.objects.bulk_create(
        [
            RecordLine(
                ledger=ledger,
                seq=line.seq,
                type=line.type,
                at=moment(line),
                text=canonical(vars(line)).decode(),
            )
            for line in lines
        ],
        batch_size=BATCH,
    )
    ledger.head_seq, ledger.head_hash = lines[-1].seq, digest(head)
    ledger.save(update_fields=["head_seq", "head_hash"])
    return ledger


def _create_people(
    ledger: Ledger, lines: Sequence[Line], state: Replayed, names: Mapping[str, str]
) -> dict[str, Persona]:
    """Create all people of the record as new players without accounts; return their personas by code.

    A person who is not in `names` has the code as name.
    """
    acting = {line.person for line in lines}
    codes = sorted({*acting, *state.known_people, *state.players} - {""})
    players = [Player.without_account((names.get(code) or code)[:80]) for code in codes]
    Player.objects.bulk_create(players, batch_size=BATCH)
    personas = [
        Persona(ledger=ledger, player=player, code=code) for code, player in zip(codes, players, strict=True)
    ]
    Persona.objects.bulk_create(personas, batch_size=BATCH)
    return {persona.code: persona for persona in personas}


def _create_tournament(source: RecordFile, owner: User | None, slug: str, simulated: bool) -> Tournament:
    """Create the tournament as it was before its end; it is closed after everything else is restored."""
    facts = source.state.facts
    times = {line.type: moment(line) for line in reversed(source.lines)}
    return Tournament.objects.create(
        ledger=source.ledger,
        simulated=simulated,
        slug=slug if _is_free_slug(slug) else free_slug(facts["title"]),
        created_by=owner,
        created_at=times["tournament.created"],
        announced_at=times.get("tournament.announced"),
        state=_state_before_end(source),
        changed_seq=source.ledger.head_seq,
        zone="America/Sao_Paulo",
        **_fact_columns(facts),
    )


def _is_free_slug(slug: str) -> bool:
    """Return whether the text may be the slug of an address, and no tournament has it."""
    longest = Tournament._meta.get_field("slug").max_length
    is_valid = bool(slug_re.match(slug)) and len(slug) <= (longest or 0)
    return is_valid and not Tournament.objects.filter(slug=slug).exists()


def _fact_columns(facts: Mapping[str, Any]) -> dict[str, object]:
    """Return the values of `Tournament`'s columns that are among the facts of a record."""
    same = ("game", "kind", "name", "variants", "year", "title", "ranked", "multiplier", "time_limit")
    return {
        **{key: facts[key] for key in same},
        "house_rules": facts["house_rules"],
        "stages": facts.get("stages", []),
        "definition": facts.get("definition"),
        "record_format": next(number for number, name in FORMATS.items() if name == facts["format"]),
        "table_low": facts["table"]["min"],
        "table_high": facts["table"]["max"],
        "edition": facts["rules"]["id"],
        "edition_hash": facts["rules"]["sha256"],
    }


def _create_rulings(tournament: Tournament, lines: Sequence[Line], texts: Mapping[str, str]) -> None:
    """Create the rulings of the day; `texts`: their words by id; words that were not exported stay empty."""
    noted = [line for line in lines if line.type == "ruling.noted"]
    about = (
        {match.code: match for match in Match.objects.filter(ledger=tournament.ledger_id)} if noted else {}
    )
    Ruling.objects.bulk_create(
        Ruling(
            tournament=tournament,
            match=about.get(line.data["match"] or ""),
            code=line.data["text"],
            words=texts.get(line.data["text"], ""),
            at=moment(line),
            seq=line.seq,
        )
        for line in noted
    )


def _create_penalties(tournament: Tournament, lines: Sequence[Line]) -> None:
    """Create the penalties; a record contains neither the person nor the reason."""
    gone = [line for line in lines if line.type == PenaltyWithdrawn.type]
    taken_back = {line.data["penalty"]: moment(line) for line in gone}
    Penalty.objects.bulk_create(
        Penalty(
            tournament=tournament,
            code=data["penalty"],
            kind=data["what"],
            sha256=data["hash"],
            at=moment(line),
            seq=line.seq,
            withdrawn_at=taken_back.get(data["penalty"]),
        )
        for line in lines
        if line.type == PenaltyNoted.type and (data := line.data)
    )


def _cancellation_columns(source: RecordFile) -> dict[str, object]:
    """Return the values of the columns of when and why it was cancelled; {} if it was not.

    The first format has only a note of it.
    """
    for line in reversed(source.lines):
        data = line.data
        if line.type == TournamentCancelled.type or data.get("what") == CancelledNoted.what:
            return {"cancelled_at": moment(line), "cancelled_because": data["reason"]}
    return {}


def _state_before_end(source: RecordFile) -> State:
    """Return the tournament's state as if it was not finished or cancelled: preparing, drawn or running."""
    state = source.state
    if state.draw is None:
        return State.PREPARING
    decided = any(match.current for match in state.draw.matches.values() if len(match.sides) > 1)
    return State.RUNNING if state.started or decided else State.DRAWN


def _finish_or_cancel(tournament: Tournament, source: RecordFile) -> None:
    """Store that the tournament is finished or cancelled, if the record says so."""
    cancelled, state = _cancellation_columns(source), source.state
    changed: dict[str, object] = {"state": State.CANCELLED, **cancelled} if cancelled else {}
    if state.finished and not cancelled:
        ends = [line for line in source.lines if line.type == TournamentFinished.type]
        without = state.without_points or ""
        changed = {"state": State.FINISHED, "finished_at": moment(ends[-1]), "without_points": without}
    for name, value in changed.items():
        setattr(tournament, name, value)
    if changed:
        tournament.save(update_fields=changed)


def _create_staff(tournament: Tournament, source: RecordFile) -> None:
    """Create the roles that people have at the end of the record."""
    Staff.objects.bulk_create(
        Staff(tournament=tournament, persona=source.personas[person], role=role)
        for role, person in sorted(source.state.staff)
    )


def _create_confirmations(tournament: Tournament, source: RecordFile) -> None:
    """Create a row for each confirmation of the regulation."""
    confirmed = [line for line in source.lines if line.type == "regulation.confirmed"]
    Confirmation.objects.bulk_create(
        Confirmation(
            tournament=tournament,
            version=line.data["version"],
            edition=line.data["rules"]["id"],
            edition_hash=line.data["rules"]["sha256"],
            at=moment(line),
            by=source.personas[line.person],
            seq=line.seq,
        )
        for line in confirmed
    )


def _link_creator(tournament: Tournament, owner: User | None) -> None:
    """Make the importing account's player the person behind the first organizer, by code.

    Store a player for an account that has none. Do nothing without an account, or if the record ends
    without an organizer.
    """
    creator = Staff.objects.filter(tournament=tournament, role="organizer").first()
    if owner is not None and creator is not None:
        Persona.objects.filter(pk=creator.persona_id).update(player=get_or_create_player(owner))
