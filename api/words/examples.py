"""A body for each write that takes one, as somebody would send it."""

from collections.abc import Mapping

from api.words.everywhere import SHA

PLAYER, OTHER, MATCH = "pwr5fkbzz", "pgyfdbhad", "m7xk2qpw"
SHEET = {
    "ended_by": "win_condition",
    "winner": 1,
    "lines": [
        {"player": PLAYER, "intact": 6, "razed": 0, "commanders": 2, "armies": 1},
        {"player": OTHER, "intact": 2, "razed": 1, "commanders": 1, "armies": 0},
    ],
}
REASON = {"reason": "Sides swapped."}
DECK = "2 Muralha\n1 Catapulta"
PASSWORD = "seis reinos intactos"  # noqa: S105 - an example
FORTALEZA = {
    "title_word": "Fortaleza",
    "needs": {"intact": 4, "laid": 6},
    "text_pt": "Vence quem tiver 4 reinos intactos e 6 na mesa.",
}

EXAMPLES: Mapping[str, object] = {
    "sign_up": {"username": "ana", "password": PASSWORD, "name": "Ana Mariapaulista"},
    "obtain_token": {"username": "ana", "password": PASSWORD, "scope": "judge", "expires_in_days": 2},
    "rename_me": {"name": "Ana de Niterói"},
    "check_deck": {"game": "castelo", "text": DECK},
    "create_tournament": {
        "kind": "campeonato",
        "name": "Mariapaulista",
        "year": 2026,
        "ranked": True,
        "time_limit": 40,
        "starts_at": "2026-11-22T09:00:00-03:00",
        "tables": 3,
    },
    "change_tournament": {
        "venue": "Casa das Rosas",
        "time_limit": None,
        "house_rules": {"grace_minutes": 15},
    },
    "duplicate_tournament": {"name": "Mariapaulista", "year": 2027, "starts_at": "2027-11-21T09:00:00-03:00"},
    "cancel_tournament": {"reason": "The hall is flooded."},
    "delete_tournament": {"name": "Mariapaulista"},
    "restore_tournament": {"slug": "chama-campeonato-mariapaulista-2026"},
    "assign_staff": {"username": "bruno", "role": "judge"},
    "publish_announcement": {"text": "Chama: Campeonato Mariapaulista 2026…", "channel": "WhatsApp"},
    "confirm_regulation": {"version": SHA},
    "set_tables": {"count": 3},
    "change_table": {"is_open": False},
    "change_cards": {"act": "renew", "table": "1"},
    "add_entry": {"names": ["Lia Prado"], "club": "Niterói"},
    "enter_self": {},
    "import_entries": {"rows": [{"names": ["Lia Prado"], "club": "Niterói"}, {"names": ["Zeca Nunes"]}]},
    "check_in": {"pineapples": [PLAYER]},
    "withdraw_entry": {"reason": "Ill."},
    "disqualify_entry": {"reason": "Cards up the sleeve.", "remedies": {MATCH: "replay"}},
    "reinstate_entry": REASON,
    "substitute_member": {"leaving": PLAYER, "name": "Zeca Nunes", "reason": "Ill."},
    "enter_late": {"names": ["Lia Prado"], "match": MATCH, "side": 2, "reason": "The bus."},
    "hand_in_deck": {"player": PLAYER, "text": DECK},
    "waive_decks": REASON,
    "put_on_waiting_list": {"names": ["Lia Prado"], "club": "Niterói"},
    "wait_self": {},
    "move_on_waiting_list": {"place": 1},
    "publish_draw": {"shape": [[3, 3, 3], [3]], "word": "abacaxi", "apart": True, "regulation": SHA},
    "withdraw_draw": {"reason": "Two more came."},
    "plan_break": {"begins": "2026-11-22T12:00:00-03:00", "ends": "2026-11-22T13:00:00-03:00"},
    "move_break": {"ends": "2026-11-22T13:15:00-03:00"},
    "note_ruling": {"words": "Cards that fall to the floor are shuffled in."},
    "start_called": {"matches": [MATCH, "m2pd8wqz"]},
    "change_pineapples": {"pineapples": [PLAYER]},
    "place_match": {"table": "1"},
    "note_redraw": {"player": PLAYER},
    "take_back_redraw": {"player": PLAYER},
    "extend_time": {"minutes": 5, "reason": "The lights went out."},
    "note_drawn_game": {
        "ended_by": "time",
        "lines": [{"player": PLAYER, "castle": 12, "wall": 3}, {"player": OTHER, "castle": 12, "wall": 3}],
    },
    "take_back_drawn_game": REASON,
    "check_sheet": SHEET,
    "record_sheet": SHEET,
    "report_match": SHEET,
    "ask_for_help": {"whom": "judge"},
    "need_no_help": {"whom": "judge"},
    "ask_for_help_at_table": {"whom": "judge"},
    "need_no_help_at_table": {"whom": "judge"},
    "flag_match": {"note": "It was the other side."},
    "preview_correction": {"sheet": {**SHEET, "winner": 2}},
    "correct_sheet": {
        "sheet": {**SHEET, "winner": 2},
        "remedies": {MATCH: "replay"},
        "reason": "Sides swapped.",
    },
    "undo_correction": REASON,
    "dismiss_dispute": REASON,
    "reopen_tournament": REASON,
    "note_count": {"player": PLAYER, "version": 3, "spots": {"A": "razed"}, "numbers": {"commanders": 2}},
    "begin_kingdoms": {"absent": [3]},
    "act_in_kingdoms": {"seen": 12, "event": {"type": "attack", "target": 3}},
    "undo_in_kingdoms": {"seen": 13},
    "open_table": {"token": "9xk2m4pq7rst"},
    "take_table_seat": {"match": MATCH, "side": 1},
    "report_at_table": {"match": MATCH, "sheet": SHEET},
    "flag_at_table": {"match": MATCH, "note": "It was the other side."},
    "propose_type_draft": FORTALEZA,
    "change_type": {"needs": {"intact": 5}},
    "withdraw_type": {"reason": "Not ready."},
    "decide_type": {"decision": "accept", "reason": "Clear and playable."},
}
