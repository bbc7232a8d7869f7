"""What we decide where the rules of Vaza are silent."""

from rulesets.kernel.house_rules import HouseRule

TIMED_TIE = HouseRule("vaza_timed_tie", "ruling", ("ruling", "replay"), "vaza", section="time")
HOUSE_RULES = (TIMED_TIE, HouseRule("vaza_score", "tricks_and_honours", applies="vaza"))
