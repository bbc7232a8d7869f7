"""Export all data stored about one person, for that person (LGPD, art. 18)."""

from datetime import datetime

from django.db.models import Q

from accounts.calendars import calendars_of
from accounts.models import ApiToken, CalendarAddress, Passkey, Persona, Player, SignIn, User
from accounts.sign_ins import sign_ins
from accounts.two_steps.passkeys import passkeys_of
from accounts.two_steps.second_factor import is_on
from catalogue.models import Proposal
from core.record.line import stamp
from matches.models import AccessNeed, DeckList, Dispute, Member, Report, WaitingMember
from tournaments.models import JudgeConflict, JudgeShift, Penalty, Placing, Staff, Tournament

FORMAT = "chama-own-data/1"
Facts = dict[str, object]


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
        "account": _account(user) if user else None,
        "keys": [_key(key) for key in ApiToken.objects.filter(user=user).order_by("created")] if user else [],
        "passkeys": [_passkey(key) for key in passkeys_of(user)] if user else [],
        "sessions": [_session(found) for found in sign_ins(user, now)] if user else [],
        "calendars": [_calendar(found) for found in calendars_of(user)] if user else [],
        "tournaments": [_part_in(persona) for persona in _personas(player)],
        "types": [_type(found) for found in Proposal.objects.filter(author=player).order_by("pk")],
    }


def _account(user: User) -> Facts:
    return {
        "username": user.username,
        "since": stamp(user.date_joined),
        "last_sign_in": stamp(user.last_login) if user.last_login else None,
        "email": user.email,
        "two_steps": is_on(user),
    }


def _key(key: ApiToken) -> Facts:
    return {
        "id": key.code,
        "name": key.name,
        "scope": key.scope,
        "created_at": stamp(key.created),
        "expires_at": stamp(key.expiry) if key.expiry else None,
        "last_used_at": stamp(key.last_used) if key.last_used else None,
    }


def _passkey(key: Passkey) -> Facts:
    return {
        "name": key.name,
        "site": key.host,
        "made_at": stamp(key.made_at),
        "last_used_at": stamp(key.last_used) if key.last_used else None,
    }


def _calendar(found: CalendarAddress) -> Facts:
    return {"kind": found.kind, "made_at": stamp(found.made_at)}


def _session(found: SignIn) -> Facts:
    return {"since": stamp(found.at), "device": found.device, "address": found.address}


def _personas(player: Player) -> list[Persona]:
    found = Persona.objects.filter(player=player, ledger__tournament__isnull=False)
    return list(found.select_related("ledger__tournament").order_by("ledger__tournament__created_at"))


def _part_in(persona: Persona) -> Facts:
    """Return one tournament: their code in its record, and everything about them there."""
    tournament: Tournament = persona.ledger.tournament
    return {
        "slug": tournament.slug,
        "title": tournament.title,
        "code_in_record": persona.code,
        "roles": list(Staff.objects.filter(persona=persona).order_by("role").values_list("role", flat=True)),
        "entries": [_entry(member) for member in _memberships(persona)],
        "waiting": [
            {"since": stamp(wait.waiting.since), "state": wait.waiting.state}
            for wait in WaitingMember.objects.filter(persona=persona).select_related("waiting")
        ],
        "decks": [_deck(deck) for deck in DeckList.objects.filter(persona=persona)],
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


def _entry(member: Member) -> Facts:
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


def _deck(deck: DeckList) -> Facts:
    return {"handed_in_at": stamp(deck.handed_in_at), "version": deck.version, "text": deck.text}


def _type(found: Proposal) -> Facts:
    return {
        "game": found.game,
        "key": found.key,
        "version": found.version,
        "title_word": found.title_word,
        "state": found.state,
        "text_pt": found.text_pt,
        "text_en": found.text_en,
    }
