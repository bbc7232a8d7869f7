"""Messages about tournaments, in the reader's language: refusals and reasons."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts import messages as people
from catalogue import messages as types
from core.errors import Violation
from rulesets import messages as rules
from rulesets.messages import NO_NAMES, Names, with_names
from tournaments.decks.hand_in import DECK_SENTENCES
from tournaments.departures.withdraw import LEAVING_SENTENCES
from tournaments.endings import ENDING_SENTENCES
from tournaments.entries.sentences import ENTRY_SENTENCES
from tournaments.fees.payments import FEE_SENTENCES
from tournaments.help import HELP_SENTENCES
from tournaments.kingdoms.companion import KINGDOMS_SENTENCES
from tournaments.penalties import PENALTY_SENTENCES
from tournaments.reports.report import REPORTING_SENTENCES
from tournaments.setup.access_links import ACCESS_SENTENCES
from tournaments.setup.pictures import PICTURE_SENTENCES
from tournaments.tables.look_after import TABLE_SENTENCES
from tournaments.webhooks.endpoints import WEBHOOK_SENTENCES


def text_for_violation(violation: Violation, names: Names = NO_NAMES) -> str:
    """Return the message of any violation of this package or those below.

    `names` are of the entries by side; without them the messages have the sides' numbers.
    """
    if names and violation.code in NAMED:
        return str(NAMED[violation.code]) % _join_lists(with_names(violation.facts, names))
    if names and rules.knows(violation.code):
        return rules.text_for_violation(violation, names)
    return text_for_code(violation.code, violation.facts)


def text_for_code(code: str, facts: Mapping[str, object]) -> str:
    """Return the message of a code and its facts, also for codes of the packages below."""
    if code in SENTENCES:
        return str(_wording(code, facts)) % _join_lists(facts)
    below = next((floor for floor in (people, types) if floor.knows(code)), rules)
    return str(below.text_for_violation(Violation(code, facts)))


def _wording(code: str, facts: Mapping[str, object]) -> str | Promise:
    """Return the sentence of the code, with the facts not yet filled in. Raises KeyError for another code."""
    found = SENTENCES[code]
    return found if isinstance(found, str | Promise) else found(facts)


def _join_lists(facts: Mapping[str, object]) -> dict[str, object]:
    """Return the facts for a message, with lists joined by commas."""
    return {
        key: ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        for key, value in facts.items()
    }


def _sentence_of_judges_few(facts: Mapping[str, object]) -> Promise | str:
    if facts["judges"]:
        return _("Tables: %(tables)s; judges: %(judges)s. One judge looks after up to %(most)s tables.")
    return ngettext(
        "No judge yet. One judge looks after up to %(most)s tables; there is %(tables)s here.",
        "No judge yet. One judge looks after up to %(most)s tables; there are %(tables)s here.",
        int(str(facts["tables"])),
    )


def _sentence_of_matches_open(facts: Mapping[str, object]) -> str:
    return ngettext(
        "%(count)s match has no sheet yet. Record it first.",
        "%(count)s matches have no sheet yet. Record them first.",
        int(str(facts["count"])),
    )


def _sentence_of_cut_needed(facts: Mapping[str, object]) -> str:
    if "group" in facts:
        return ngettext(
            "In group %(group)s these entries share the last place that goes on. They cut cards: mark the "
            "one that wins.",
            "In group %(group)s these entries share the last places that go on. They cut cards: mark the "
            "%(free)s that win.",
            int(str(facts["free"])),
        )
    return ngettext(
        "These entries share the last place that goes on. They cut cards: mark the one that wins.",
        "These entries share the last places that go on. They cut cards: mark the %(free)s that win.",
        int(str(facts["free"])),
    )


def _sentence_of_no_shape(facts: Mapping[str, object]) -> Promise:
    """Return the message with alternatives: other numbers, or a final below the smallest table."""
    if facts["short_final"]:
        return _(
            "No bracket exists for %(entries)s entries at tables of %(low)s to %(high)s. Nearby "
            "numbers that work: %(nearest)s. Or allow a final with fewer than %(low)s, then it works."
        )
    return _(
        "No bracket exists for %(entries)s entries at tables of %(low)s to %(high)s. Nearby numbers "
        "that work: %(nearest)s."
    )


NAMED: Mapping[str, Promise] = {
    "open_tie": _("Tied for first place: %(sides)s. Each of them cuts a card; enter the cards."),
}
"""Messages with names of entries, as `rulesets.sentences_named`."""

SENTENCES: Mapping[str, str | Promise | Callable[[Mapping[str, object]], str | Promise]] = {
    "paper_too_costly": _("This file takes too long to make. Try again when fewer people use the site."),
    **ENTRY_SENTENCES,
    **DECK_SENTENCES,
    **KINGDOMS_SENTENCES,
    **LEAVING_SENTENCES,
    **ENDING_SENTENCES,
    **REPORTING_SENTENCES,
    **FEE_SENTENCES,
    **HELP_SENTENCES,
    **PENALTY_SENTENCES,
    **PICTURE_SENTENCES,
    **ACCESS_SENTENCES,
    **WEBHOOK_SENTENCES,
    **TABLE_SENTENCES,
    "table_taken": _("%(name)s looks after this table."),
    "judge_plays_at": _("%(name)s plays at table %(table)s. Let someone else look after it."),
    "judge_conflict_at": _(
        "%(name)s must not judge a player at table %(table)s. Let someone else look after it."
    ),
    "judge_conflict_there": _(
        "You must not judge a player at table %(table)s. Let someone else look after it."
    ),
    "conflict_with_oneself": _("Judges can’t judge their own matches. Choose another person."),
    "shift_half": _("Enter both times, or neither: without them the judge is there all day."),
    "shift_order": _("The end must be after the beginning. Check the times."),
    "judge_unknown": _("Choose a member of the staff."),
    "tables_none": _("There is no such table."),
    "judge_plays_there": _("You play at table %(table)s. Let someone else look after it."),
    "forbidden": _("Your role here doesn’t allow this. Ask the organizer for the role that does."),
    "not_found": _("There’s nothing at this address, or it isn’t public yet."),
    "stale": _("This has changed since you opened the page. Check the current state and try again."),
    "finished": _("The tournament is finished; reopen it before changing anything."),
    "draw_published": _("The draw is published; this is no longer possible."),
    "entries_closed": _("Entries closed with the draw. Ask the coordinator for an empty seat."),
    "check_in_begun": _(
        "The check-in has begun, so imports can no longer be undone. Remove entries one by one."
    ),
    "entry_left": _("This entry has left the tournament."),
    "self_entry_closed": _("Only the staff add entries here. Ask the organizers."),
    "door_closed": _(
        "This code no longer works. Scan the one now at the door, or tell the staff that you are here."
    ),
    "you_are_not_entered": _("You are not entered here. Ask at the door whether a place is left."),
    "not_announced": _("The tournament was never announced. Publish the announcement first."),
    "not_drawn": _("There is no draw yet. Publish the draw first."),
    "not_withdrawable": _("A match has started, so the draw stands."),
    "match_waiting": _("This match still waits for its opponents."),
    "match_ready": _("This match hasn’t started. Start it first."),
    "match_called": _("This match has been called but hasn’t started. Start it first."),
    "match_playing": _("This match is being played."),
    "match_ended": _("This match is over; its sheet is recorded."),
    "already_recorded": _("A different sheet is already recorded. Compare both and call the coordinator."),
    "uncounted_not_in_record": _(
        "The record of this tournament was started before cards could be left uncounted: count them."
    ),
    "opponents_missing": _("There is only one side at this table. Record a walkover instead."),
    "count_changed": _("Someone else just counted this player. Check the count and tap again."),
    "count_void": _("Another game has started at this table: the count starts again."),
    "not_at_this_table": _("This player does not sit at this table."),
    "suits_off": _("The seats of this game have no suits."),
    "suits_incomplete": _("Choose a suit for each of the %(seats)s seats."),
    "suit_unknown": _("There is no such suit."),
    "starter_off": _("It does not matter for this match who began."),
    "starter_seat": _("No player sits at that seat."),
    "starter_cut_wrong": _("Each player cuts one card, and then only those who are tied for the highest."),
    "starter_tied": _("Tied for the highest card: seats %(seats)s cut again."),
    "suit_twice": _("Two seats have the same suit. Give each another one."),
    "numbers_without_bracket": _(
        "At tables of %(low)d to %(high)d there is no bracket for %(numbers)s entries: plan for "
        "other numbers, or allow a smaller final in the house rules."
    ),
    "extension_out_of_range": _("A match can be given %(low)s to %(high)s more minutes at a time."),
    "extra_time_too_long": _("A match is given at most %(most)s more minutes in all."),
    "game_has_winner": _("This sheet has a winner: record it instead of a draw."),
    "nothing_to_take_back": _("This match has no drawn game to take back."),
    "no_redraw": _("No redraw by this player is noted in this game."),
    "record_too_old": _("The record of this tournament was started before this could be recorded."),
    "break_in_past": _("A break can’t start in the past. Leave the start empty for one that begins now."),
    "break_out_of_order": _("A break ends after it begins, and later than now."),
    "break_too_long": _("A break lasts %(days)s days at most."),
    "break_overlaps": _("There is another break at that time. Change that one."),
    "breaks_too_many": _("A tournament has at most %(most)s breaks."),
    "break_over": _("This break is over."),
    "no_time_limit": _("Matches of this tournament have no time limit."),
    "time_not_reached": _("The time limit is not reached yet."),
    "open_tie": _("The tie for first place is still open. Let the tied sides cut cards and enter the cut."),
    "table_closed": _("Table %(table)s is closed. Open it first."),
    "pin_empty": _("Choose a table, a time, or both."),
    "pin_in_past": _("A match can’t be pinned to a time that has passed."),
    "pin_in_break": _("There is a break at that time: nothing begins then."),
    "no_table_free": _("No table is free. Wait for one, or open one under “Tables”."),
    "players_busy": _("Still at another table: %(names)s. A player can’t be called to two tables at once."),
    "at_two_tables": _(
        "A player of this match would be at two tables at once, perhaps of two tournaments. End the other "
        "match first."
    ),
    "multiplier_out_of_range": _("The multiplier is a whole number from %(low)s to %(high)s."),
    "start_time_unknown": _("A timetable needs the start time. Set it, or open the calls first."),
    "start_given_twice": _("Enter either a date and time or a date alone."),
    "zone_unknown": _("“%(zone)s” is not a known time zone. Choose one such as America/Sao_Paulo."),
    "too_many_entries": _("A tournament takes at most %(most)s entries."),
    "capacity_out_of_range": _("The capacity is a number from %(low)s to %(high)s, or empty."),
    "event_not_of_season": _("“%(event)s” is not an event of this season that counts."),
    "venue_too_long": _("The venue has at most %(most)s characters."),
    "entry_fee_out_of_range": _("The entry fee is from R$ 0 to R$ %(most)s, or empty."),
    "prizes_too_long": _("The prizes have at most %(most)s characters."),
    "contact_too_long": _("The contact has at most %(most)s characters."),
    "tables_out_of_range": _("The number of tables is from %(low)s to %(high)s."),
    "closed_by_draw": _("This was fixed by the draw. Withdraw the draw to change it."),
    "reason_missing": _("Please say why: this needs a reason."),
    "names_somebody": _(
        "“%(name)s” is the name of a person here, and this stays in the public record forever. Write "
        "it without names: “seat 2”, “the pair at table 4”."
    ),
    "role_unknown": _("There is no such role. Choose organizer, coordinator or judge."),
    "account_unknown": _("There is no account “%(username)s”. Ask for the exact user name."),
    "last_organizer": _("A tournament needs at least one organizer. Add another one first."),
    "text_missing": _("The text is empty. Write or restore the announcement."),
    "text_too_long": _("The text has at most %(most)s characters."),
    "channel_missing": _("Say where you announce it, in at most %(most)s characters."),
    "you_are_entered": _("You are already entered in this tournament."),
    "players_wrong_number": _("An entry has %(needed)s names here, not %(given)s."),
    "seed_and_word": _("A number typed by hand makes the word useless: leave one of the two empty."),
    "word_too_long": _("A word has at most %(most)s characters."),
    "word_unseen_signs": _("The word has characters that are invisible or can’t be called out."),
    "seed_out_of_range": _("The seed is a number from %(low)s to %(high)s."),
    "same_person_twice": _("“%(name)s” cannot be their own partner."),
    "already_entered": _("“%(name)s” is already entered. If this is another person, say so."),
    "ruling_missing": _("Please write down your ruling."),
    "not_in_record": _(
        "The record of this tournament was started in a format that cannot hold this; new tournaments can."
    ),
    "not_of_this_entry": _("This player is not in this entry."),
    "too_few_entries": _("%(entries)s entries are checked in; a draw needs at least %(least)s."),
    "too_few_will_have_played": _(
        "No points for the season: by the end, at most %(people)s people will have played a game, "
        "and at least %(least)s must. It can still be played to the end."
    ),
    "fewer_than_8_played": _("No points for the season: fewer than 8 people played a game."),
    "too_few_people": _("%(people)s people are checked in; a ranked tournament needs %(least)s."),
    "no_coordinator": _("There is no coordinator yet. Appoint one under “Staff”."),
    "judges_few": _sentence_of_judges_few,
    "rules_not_current": _("The rules have a newer edition. Move to it on the page of the regulation."),
    "regulation_not_confirmed": _("The current regulation hasn’t been confirmed. Read it and confirm it."),
    "regulation_changed": _("The regulation has changed since you read it. Read it again and confirm it."),
    "edition_is_current": _("The tournament already uses the current edition of the rules."),
    "stages_unknown": _("These stages are not known. Choose Swiss rounds, groups, or the bracket alone."),
    "stages_need_unranked": _(
        "With Swiss rounds or groups a tournament counts for the season only if the editors accepted its "
        "type with them. Choose such a type, make the tournament unranked, or play the bracket alone."
    ),
    "placement_needs_larger_tables": _(
        "Points by placement need tables of three or more: at tables of two a win alone counts."
    ),
    "swiss_rounds_out_of_range": _("Play from %(low)s to %(high)s Swiss rounds."),
    "groups_out_of_range": _("Play in %(low)s to %(high)s groups."),
    "group_rounds_out_of_range": _("Play from %(low)s to %(high)s rounds in the groups."),
    "group_advance_out_of_range": _("At most %(high)s of each group go on; 0 if no bracket follows."),
    "groups_too_many": _(
        "%(entries)s entries are too few for %(groups)s groups of two or more: there can be at most %(most)s."
    ),
    "groups_fixed": _("The groups are drawn and take no one in. Enter late people before the draw."),
    "advance_out_of_range": _("From %(low)s to %(high)s go on to the bracket, or none without a bracket."),
    "not_for_rounds": _(
        "The first draw is one of Swiss rounds or groups: it is made at random, without a shape or seeds."
    ),
    "no_open_stage": _("No Swiss rounds or groups are being played now."),
    "rounds_all_drawn": _("All planned rounds are drawn. Close them."),
    "no_later_round": _("Only round 1 is drawn. It is withdrawn with the whole draw."),
    "round_begun": _("A match of the latest round has begun, so the round stands."),
    "stage_open": _("The rounds before the bracket are still open. Close them first."),
    "cut_needed": _sentence_of_cut_needed,
    "no_forecast": _(
        "How long such a day takes cannot be foreseen: these entries fit no tables, or there are too many "
        "matches. Try other numbers."
    ),
    "cut_not_needed": _("No cut of cards is needed: the order decides who goes on."),
    "no_shape": _sentence_of_no_shape,
    "no_tables": _(
        "%(entries)s entries don’t fit at tables of %(low)s to %(high)s whose sizes differ by at most one. "
        "Nearby numbers that work: %(nearest)s."
    ),
    "bad_table_sizes": _("Tables have at least two entries, and the smaller size comes first."),
    "shape_empty": _("A bracket has at least one round with one table."),
    "shape_entries": _("This bracket seats %(seats)s entries, but %(entries)s are checked in. Choose again."),
    "shape_feeds": _("Round %(round)s seats %(seats)s, but %(winners)s winners reach it."),
    "shape_final": _("The last round has one table, not %(tables)s."),
    "table_too_small": _("Round %(round)s has a table below %(low)s entries."),
    "table_too_large": _("Round %(round)s has a table above %(high)s entries."),
    "round_uneven": _("The tables of round %(round)s differ by more than one entry."),
    "method_unknown": _("Choose how the entries are ordered: drawn, by season, or by hand."),
    "not_finished": _("The tournament is not finished, so there is nothing to reopen."),
    "nothing_to_correct": _("No game was played here; there is no sheet to correct."),
    "nothing_changed": _("The sheet says the same as before. Change what was wrong."),
    "remedy_needed": _(
        "Match %(place)s has started with someone else. Choose what happens to it: keep, replay or replace."
    ),
    "replace_needs_sheet": _("Match %(place)s is still being played. Choose to keep or to replay it."),
    "replaced_had_won": _(
        "The player to be replaced won match %(place)s. Choose to keep its result or to replay it."
    ),
    "nobody_to_replace": _(
        "No player is left for match %(place)s. Choose to keep its result or to replay it."
    ),
    "seated_elsewhere": _(
        "A player would sit in two matches of one round, as match %(place)s is kept. Choose again."
    ),
    "replace_two_seats": _(
        "Two players of match %(place)s would be replaced. Choose to keep it or to replay it."
    ),
    "replaced_is_void": _(
        "Match %(place)s is played again because another match is. Choose to replay it too."
    ),
    "no_second_chance": _(
        "With %(entries)s entries this bracket can have no such second chance: choose another shape, or"
        " another second chance in the set-up."
    ),
    "final_seat_needs_unranked": _(
        "A second chance for a seat in the final is only possible in an unranked tournament: in a ranked one"
        " a lost match is the last."
    ),
    "final_seat_needs_larger_tables": _(
        "A final of two has no seat for the winner of the second chance. Choose a title of its own, or larger"
        " tables."
    ),
    "second_chance_or_third_place": _(
        "A semifinal’s loser cannot play for the third place and have a second chance. Choose no match for"
        " the third place, or a second chance for losers of the first round only."
    ),
    "second_chance_with_stages": _(
        "A second chance is possible beside a bracket alone. Choose no rounds and no groups before it, or no"
        " second chance."
    ),
    "replaced_plays_on": _(
        "The player to be replaced at match %(place)s plays on elsewhere. Choose to keep it or to replay it."
    ),
    "undone_already": _("This correction has already been undone."),
    "dispute_resolved": _("This has already been reviewed."),
    "changed_since": _("More has been played since. Correct the later sheets instead of undoing this."),
    "record_unsound": _("This record has %(count)s faults, the first: %(first)s."),
    "record_text_too_long": _(
        "Line %(line)s of the record cannot be stored here: a text under “%(key)s” has more than %(most)s"
        " characters."
    ),
    "record_number_too_large": _(
        "Line %(line)s of the record cannot be stored here: the number under “%(key)s” is larger than"
        " %(most)s."
    ),
    "record_extra_time_too_long": _(
        "Line %(line)s of the record cannot be stored here: with it a match has more than %(most)s more"
        " minutes in all."
    ),
    "record_time_out_of_range": _(
        "Line %(line)s of the record cannot be stored here: the time under “%(key)s” is before 1900 or"
        " after 2999."
    ),
    "record_nul": _(
        "Line %(line)s of the record cannot be stored here: a text under “%(key)s” has a NUL character."
    ),
    "people_nul": _("The name or text of “%(id)s” cannot be stored here: it has a NUL character."),
    "record_known": _("This record is already here."),
    "matches_open": _sentence_of_matches_open,
    "act_unknown": _("This button is not known here. Reload the page and try again."),
    "unknown_field": _("There is no field “%(name)s” here."),
}
