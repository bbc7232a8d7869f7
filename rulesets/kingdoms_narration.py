"""A game of kingdoms in plain words: every event and every outcome, as `plain` writes them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesets.names import out_name

Plain = Mapping[str, Any]
Names = Mapping[int, str]


def narrate_event(event: Plain, names: Names) -> str:
    """Return the sentence for an event or an undo; those for an attack and a pass do not name who acts."""
    who = {key: _name(names, event[key]) for key in ("target", "vassal", "kingdom") if key in event}
    match event["type"]:
        case "attack":
            return _("Attack on %(target)s") % who
        case "pass":
            return _("Pass")
        case "decide":
            return (_("%(vassal)s revolts") if event["revolts"] else _("%(vassal)s stays loyal")) % who
        case "pick":
            cards = ", ".join(map(str, event["cards"]))
            return ngettext(
                "%(kingdom)s turns up card %(cards)s",
                "%(kingdom)s turns up cards %(cards)s",
                len(event["cards"]),
            ) % {**who, "cards": cards}
        case "leave":
            return _("%(kingdom)s leaves the game (%(way)s)") % {**who, "way": out_name(event["way"])}
    return _("Act no. %(of)s is taken back") % {"of": event.get("of")}


def narrate_outcome(outcome: Plain, names: Names) -> str:
    """Return the sentence for an outcome; empty for outcomes that follow from others."""
    teller = _TELLERS.get(outcome["type"])
    return teller(outcome, names) if teller else ""


def _name(names: Names, number: int) -> str:
    """Return a name, isolated from the direction of the text around it."""
    return f"\u2068{names.get(number, number)}\u2069"


def _narrator_of(text: Callable[[], str], *keys: str) -> Callable[[Plain, Names], str]:
    """Return a function that tells an outcome by this text, with names in place of kingdoms."""

    def tell(outcome: Plain, names: Names) -> str:
        """Return the outcome in words."""
        return text() % {**outcome, **{key: _name(names, outcome[key]) for key in keys}}

    return tell


def _narrate_order(outcome: Plain, names: Names) -> str:
    """Return the sentence for the drawn order of turns."""
    order = ", ".join(_name(names, number) for number in outcome["order"])
    return _("Turn order: %(order)s.") % {"order": order}


def _narrate_roll(outcome: Plain, names: Names) -> str:
    """Return the sentence for a test in percent: what it was about, and whether it succeeded."""
    facts = {**outcome, "kingdom": _name(names, outcome["kingdom"])}
    texts = {
        ("revolt", True): _("The revolt of %(kingdom)s succeeds: %(value)d, at most %(chance)d was needed."),
        ("revolt", False): _("The revolt of %(kingdom)s fails: %(value)d, at most %(chance)d was needed."),
        ("native_armies", True): _(
            "The native armies follow %(kingdom)s: %(value)d, at most %(chance)d was needed."
        ),
        ("native_armies", False): _(
            "Four native armies desert %(kingdom)s: %(value)d, at most %(chance)d was needed."
        ),
        ("rebel_armies", True): _(
            "%(kingdom)s captures the four rebel armies: %(value)d, at most %(chance)d was needed."
        ),
        ("rebel_armies", False): _(
            "%(kingdom)s does not get the rebel armies: %(value)d, at most %(chance)d was needed."
        ),
    }
    return texts[outcome["trial"], outcome["success"]] % facts


def _narrate_deal(outcome: Plain, names: Names) -> str:
    """Return the sentence for dealt cards; with the joker once it is known."""
    facts = {**outcome, "picker": _name(names, outcome["picker"])}
    text = _("%(cards)d cards lie face down, one is the joker; the side of %(picker)s turns up %(armies)d.")
    joker = _("The joker was card %(joker)d.") % outcome if "joker" in outcome else ""
    return f"{text % facts} {joker}".strip()


def _narrate_pick(outcome: Plain, names: Names) -> str:
    """Return the sentence for turned-up cards."""
    return _("The joker is found!") if outcome["found"] else _("No joker among them.")


def _narrate_chance(outcome: Plain, names: Names) -> str:
    """Return the sentence for a vassal's changed revolt chance."""
    if outcome["before"] == outcome["after"]:
        text = _("Revolt chance of %(vassal)s: still %(after)d %%.")
    else:
        text = _("Revolt chance of %(vassal)s: from %(before)d to %(after)d %%.")
    return text % {**outcome, "vassal": _name(names, outcome["vassal"])}


def _narrate_departure(outcome: Plain, names: Names) -> str:
    """Return the sentence for a kingdom that left the game."""
    facts = {"kingdom": _name(names, outcome["kingdom"]), "way": out_name(outcome["way"])}
    return _("%(kingdom)s is out of the game: %(way)s.") % facts


def _narrate_pass(outcome: Plain, names: Names) -> str:
    """Return the sentence for a passed turn."""
    facts = {**outcome, "kingdom": _name(names, outcome["kingdom"])}
    return (
        ngettext(
            "%(kingdom)s passes: %(in_a_row)d turn in a row.",
            "%(kingdom)s passes: %(in_a_row)d turns in a row.",
            outcome["in_a_row"],
        )
        % facts
    )


_TELLERS: Mapping[str, Callable[[Plain, Names], str]] = {
    "order_drawn": _narrate_order,
    "turn_of": _narrator_of(lambda: _("It is the turn of %(kingdom)s (cycle %(cycle)d)."), "kingdom"),
    "cycle_ended": _narrator_of(lambda: _("Cycle %(cycle)d is over.")),
    "passed": _narrate_pass,
    "battle_began": _narrator_of(lambda: _("%(attacker)s attacks %(defender)s."), "attacker", "defender"),
    "freed": _narrator_of(lambda: _("%(kingdom)s is free of %(holder)s."), "kingdom", "holder"),
    "chance_changed": _narrate_chance,
    "roll": _narrate_roll,
    "dealt": _narrate_deal,
    "picked": _narrate_pick,
    "battle_won": _narrator_of(lambda: _("%(winner)s wins the battle against %(loser)s."), "winner", "loser"),
    "fell": _narrator_of(lambda: _("%(kingdom)s becomes a vassal of %(holder)s."), "kingdom", "holder"),
    "taken_over": _narrator_of(
        lambda: _("%(vassal)s goes from %(before)s to %(holder)s."), "vassal", "before", "holder"
    ),
    "left": _narrate_departure,
    "won": _narrator_of(lambda: _("%(kingdom)s dominates all the others and wins!"), "kingdom"),
}
