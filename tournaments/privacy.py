"""What tournaments keep of a person: given to them, and forgotten.

Touches the rows beside records; a record stays as it is.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import datetime

from django.db.models import Model, Q, QuerySet

from accounts.calendars import calendars_of
from accounts.erasing import ErasedNames, also_forgets, keeps_from_erasing
from accounts.minors import mark_minor, unmark_minor
from accounts.models import ApiToken, CalendarAddress, MailAddress, Passkey, Persona, Player, SignIn, User
from accounts.signing_in.sign_ins import live_sign_ins
from accounts.splitting import also_splits
from accounts.two_steps.passkeys import passkeys_of
from accounts.two_steps.second_factor import is_on
from catalogue.models import Proposal
from core.errors import Refused, Violation
from core.record.line import stamp
from core.text import name_key
from matches.models import (
    AccessNeed,
    DeckList,
    Dispute,
    Entry,
    KingdomsAct,
    KingdomsGame,
    Member,
    Report,
    Sitting,
    WaitingMember,
)
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.known_players import known_players
from tournaments.entries.selectors import EntryView
from tournaments.inputs import NewEntry
from tournaments.models import (
    OVER,
    AccessLink,
    FeeMark,
    JudgeConflict,
    JudgeShift,
    Penalty,
    Placing,
    Role,
    Ruling,
    Staff,
    Tournament,
    WebhookEndpoint,
)
from tournaments.policies import require

FORMAT = "chama-own-data/1"
Facts = dict[str, object]
Giver = Callable[[User], object]
_GIVERS: dict[str, Giver] = {}


def adds_own_data(name: str) -> Callable[[Giver], Giver]:
    """Register a function that returns what an app above stores of an account, as JSON values.

    `own_data` has it under this name, None for a player without an account.
    """

    def register(giver: Giver) -> Giver:
        _GIVERS[name] = giver
        return giver

    return register


def own_data(player: Player, now: datetime) -> Facts:
    """Return everything the site stores about the person, as JSON, without secrets and their hashes."""
    user = player.user
    return {
        "format": FORMAT,
        "at": stamp(now),
        "person": {
            "code": player.code,
            "name": player.name,
            "club": player.club.name if player.club else "",
            "has_page": player.has_page,
            "lists_events": player.lists_events,
            "is_minor": player.is_minor,
        },
        "account": _account_facts(user) if user else None,
        "keys": [_api_key_facts(key) for key in ApiToken.objects.filter(user=user).order_by("created")]
        if user
        else [],
        "passkeys": [_passkey_facts(key) for key in passkeys_of(user)] if user else [],
        "sessions": [_session_facts(found) for found in live_sign_ins(user, now)] if user else [],
        "mail_addresses": [_mail_address_facts(found) for found in MailAddress.objects.filter(user=user)]
        if user
        else [],
        "calendars": [_calendar_facts(found) for found in calendars_of(user)] if user else [],
        "tournaments": [_tournament_facts(persona) for persona in _personas(player)],
        "webhooks": [_webhook_facts(found) for found in _webhooks(player)],
        "types": [_proposal_facts(found) for found in Proposal.objects.filter(author=player).order_by("pk")],
        **{name: giver(user) if user else None for name, giver in _GIVERS.items()},
    }


def _account_facts(user: User) -> Facts:
    return {
        "username": user.username,
        "since": stamp(user.date_joined),
        "last_sign_in": stamp(user.last_login) if user.last_login else None,
        "email": user.email,
        "two_steps": is_on(user),
    }


def _api_key_facts(key: ApiToken) -> Facts:
    return {
        "id": key.code,
        "name": key.name,
        "scope": key.scope,
        "created_at": stamp(key.created),
        "expires_at": stamp(key.expiry) if key.expiry else None,
        "last_used_at": stamp(key.last_used) if key.last_used else None,
    }


def _passkey_facts(key: Passkey) -> Facts:
    return {
        "name": key.name,
        "site": key.host,
        "made_at": stamp(key.made_at),
        "last_used_at": stamp(key.last_used) if key.last_used else None,
    }


def _webhooks(player: Player) -> QuerySet[WebhookEndpoint]:
    return WebhookEndpoint.objects.filter(by__player=player).select_related("tournament").order_by("pk")


def _webhook_facts(found: WebhookEndpoint) -> Facts:
    return {"url": found.url, "tournament": found.tournament.slug, "added_at": stamp(found.at)}


def _mail_address_facts(found: MailAddress) -> Facts:
    confirmed = stamp(found.confirmed_at) if found.confirmed_at else None
    since = stamp(found.added_at)
    return {"address": found.address, "language": found.language, "since": since, "confirmed_at": confirmed}


def _calendar_facts(found: CalendarAddress) -> Facts:
    return {"kind": found.kind, "made_at": stamp(found.made_at)}


def _session_facts(found: SignIn) -> Facts:
    return {"since": stamp(found.at), "device": found.device, "address": found.address}


def _personas(player: Player) -> list[Persona]:
    """Return the player's persona in each tournament, in the order in which these were created."""
    found = Persona.objects.filter(player=player, ledger__tournament__isnull=False)
    return list(found.select_related("ledger__tournament").order_by("ledger__tournament__created_at"))


def _tournament_facts(persona: Persona) -> Facts:
    """Return one tournament: their code in its record, and everything stored about them there."""
    tournament: Tournament = persona.ledger.tournament
    return {
        "slug": tournament.slug,
        "title": tournament.title,
        "code_in_record": persona.code,
        "roles": list(Staff.objects.filter(persona=persona).order_by("role").values_list("role", flat=True)),
        "entries": [_entry_facts(member) for member in _memberships(persona)],
        "waiting": [
            {"since": stamp(wait.waiting.since), "state": wait.waiting.state}
            for wait in WaitingMember.objects.filter(persona=persona).select_related("waiting")
        ],
        "decks": [_deck_facts(deck) for deck in DeckList.objects.filter(persona=persona)],
        "penalties": [
            {
                "at": stamp(row.at),
                "kind": row.kind,
                "match": row.match and row.match.code,
                "reason": row.reason,
                "stands": row.withdrawn_at is None,
            }
            for row in Penalty.objects.filter(persona=persona).select_related("match")
        ],
        "judge_conflicts": [
            {"noted_at": stamp(row.at), "as": "judge" if row.judge_id == persona.pk else "player"}
            for row in JudgeConflict.objects.filter(Q(judge=persona) | Q(person=persona))
        ],
        "shifts": [
            {"begins_at": stamp(row.begins_at), "ends_at": stamp(row.ends_at)}
            for row in JudgeShift.objects.filter(judge=persona)
        ],
        "reports": [
            {"at": stamp(report.at), "sheet": report.sheet} for report in Report.objects.filter(by=persona)
        ],
        "disputes": [
            {"at": stamp(dispute.at), "note": dispute.note, "sheet": dispute.sheet}
            for dispute in Dispute.objects.filter(by=persona)
        ],
    }


def _memberships(persona: Persona) -> list[Member]:
    return list(Member.objects.filter(persona=persona).select_related("entry__club").order_by("pk"))


def _entry_facts(member: Member) -> Facts:
    """Return one of their entries; partners are named only in their own export."""
    placing = Placing.objects.filter(entry=member.entry).first()
    return {
        "entry": member.entry.code,
        "state": member.entry.state,
        "club": member.entry.club.name if member.entry.club else "",
        "seed": member.entry.seed,
        "pineapple": member.pineapple,
        "needs_accessible_table": AccessNeed.objects.filter(entry=member.entry).exists(),
        "fee": [{"at": stamp(mark.at), "paid": mark.paid} for mark in member.entry.fee_marks.all()],
        "place": placing.place if placing else None,
        "points": str(placing.points) if placing else None,
    }


def _deck_facts(deck: DeckList) -> Facts:
    return {"handed_in_at": stamp(deck.handed_in_at), "version": deck.version, "text": deck.text}


def _proposal_facts(found: Proposal) -> Facts:
    return {
        "game": found.game,
        "key": found.key,
        "version": found.version,
        "title_word": found.title_word,
        "state": found.state,
        "text_pt": found.text_pt,
        "text_en": found.text_en,
    }


@keeps_from_erasing
def sole_organizer_violations(player: Player) -> Iterator[Violation]:
    """Yield `sole_organizer` for each open tournament that would have no organizer left.

    One in the bin, finished or cancelled keeps no one from being erased.
    """
    held = Staff.objects.filter(persona__player=player, role=Role.ORGANIZER).select_related("tournament")
    for staff in held.filter(tournament__binned_at=None).exclude(tournament__state__in=OVER):
        if not _is_shared(staff):
            facts = {"title": staff.tournament.title, "slug": staff.tournament.slug}
            yield Violation("sole_organizer", facts)


def _is_shared(staff: Staff) -> bool:
    """Return whether another active account organizes it too."""
    others = Staff.objects.filter(tournament=staff.tournament, role=Role.ORGANIZER).exclude(pk=staff.pk)
    return others.filter(persona__player__user__is_active=True).exists()


@also_forgets
def forget_in_tournaments(player: Player, names: ErasedNames) -> None:
    """Replace the person's names in texts outside the record by the pseudonym.

    If `names.erases_person`, also empty their deck lists and the reason, salt and match of their penalties,
    and delete their needs, fee marks, conflicts and shifts, and what they left as organizer
    (`_forget_organizer`).
    """
    ledgers = player.personas.values("ledger")
    if names.erases_person:
        AccessNeed.objects.filter(entry__members__persona__player=player).delete()
        DeckList.objects.filter(persona__player=player).update(text="", warnings=[])
        _forget_organizer(player)
        FeeMark.objects.filter(entry__members__persona__player=player).delete()
        JudgeConflict.objects.filter(Q(judge__player=player) | Q(person__player=player)).delete()
        JudgeShift.objects.filter(judge__player=player).delete()
        Penalty.objects.filter(persona__player=player).update(reason=None, salt=None, match=None)
    _rewrite(Dispute, names, "note", match__ledger__in=ledgers)
    _rewrite(Penalty, names, "reason", tournament__ledger__in=ledgers, reason__isnull=False)
    _rewrite(Ruling, names, "words", tournament__ledger__in=ledgers)
    staffed = {"ledger__in": player.personas.exclude(staff_roles=None).values("ledger")}
    _rewrite(Tournament, names, "announcement", **staffed)
    _rewrite(Tournament, names, "prizes", **staffed)
    _rewrite(Tournament, names, "contact", **staffed)
    _rewrite(Tournament, names, "taken_down_because", **staffed)


def _forget_organizer(player: Player) -> None:
    """Delete their access links and webhooks.

    Empty contact and Pix key of tournaments that they organize or organized.
    """
    AccessLink.objects.filter(by__player=player).delete()
    WebhookEndpoint.objects.filter(by__player=player).delete()
    organized = player.personas.filter(staff_roles__role=Role.ORGANIZER).values("ledger")
    empty = dict.fromkeys(("contact", "pix_kind", "pix_key", "pix_name", "pix_city"), "")
    Tournament.objects.filter(ledger__in=organized).update(**empty)


def _rewrite(model: type[Model], names: ErasedNames, column: str, **where: object) -> None:
    """Replace the names in one text column of a model, row by row."""
    rows = model._default_manager.filter(**where).exclude(**{column: ""}).values_list("pk", column)
    for key, text in list(rows):
        changed = names.replaced_in(text)
        if changed != text:
            model._default_manager.filter(pk=key).update(**{column: changed})


def mark_entrant(
    tournament: Tournament, entry: Entry, *, person: str, is_minor: bool, by: Player, namesakes: bool = False
) -> Player:
    """Show this person of the entry (persona code) by first name and initial; no longer if not `is_minor`.

    With `is_minor`, `namesakes` also marks other players of that name in that club (`namesakes_of`). Only the
    person can undo it if they have an account (`minor_is_own`). Not an act: nothing is recorded. Raises
    `Forbidden` unless `by` may coordinate, `Refused` `not_of_this_entry` or `minor_is_own`.
    """
    require(tournament, by, "coordinate")
    members = Member.objects.filter(entry=entry, persona__code=person)
    member = members.select_related("persona__player").first()
    if member is None:
        raise Refused([Violation("not_of_this_entry", field="person")])
    player = member.persona.player
    if is_minor:
        others = namesakes_of(tournament, [entry_view(entry)])[person] if namesakes else ()
        for other in others:
            mark_minor(other)
        return mark_minor(player)
    if player.user_id is not None:
        raise Refused([Violation("minor_is_own", field="is_minor")])
    return unmark_minor(player)


def namesakes_of(tournament: Tournament, rows: Sequence[EntryView]) -> dict[str, list[Player]]:
    """Return, by persona code, other players of that name in that club, without accounts and not yet marked.

    They are among the players whom the organizers met; without a club, those that have none.
    """
    known = known_players(tournament, [NewEntry(row.names, club=row.club) for row in rows])
    return {
        person.persona_code: [
            player
            for player in known.with_name(person.name)
            if player.code != person.player_code
            and player.user_id is None
            and not player.is_minor
            and _is_in_club(row.club, known.clubs[player.pk])
        ]
        for row in rows
        for person in row.people
    }


def _is_in_club(club: str, clubs: Collection[str]) -> bool:
    return name_key(club) in clubs if club else not clubs


def known_minors(tournament: Tournament) -> set[str]:
    """Return persona codes of people shown by first name and initial."""
    found = Persona.objects.filter(ledger=tournament.ledger_id, player__is_minor=True)
    return set(found.values_list("code", flat=True))


@also_splits
def move_sittings(player: Player, other: Player, ledgers: Collection[int]) -> None:
    """Move to the other player, in these records, the current sittings and the acts in the companion."""
    Sitting.objects.filter(player=player, match__ledger__in=ledgers).update(player=other)
    KingdomsGame.objects.filter(begun_by=player, match__ledger__in=ledgers).update(begun_by=other)
    KingdomsAct.objects.filter(by=player, game__match__ledger__in=ledgers).update(by=other)
