"""What the guide draws of Chama: three formations, and what can be attacked in each (2.2, 2.2.1)."""

from collections.abc import Mapping

from rulesets.games.chama.aid import ROWS
from rulesets.games.chama.formation import POSITIONS, Realm, exposed
from rulesets.kernel.words import DrawnPicture, Said
from rulesets.kernel.words import said as _


def _drawn(caption: Said, razed: str) -> DrawnPicture:
    """A full formation without the razed realms; the rules say which realms can be attacked."""
    lying = {spot: Realm.RAZED if spot in razed else Realm.INTACT for spot in POSITIONS}
    states = {spot: realm.value for spot, realm in lying.items()}
    return DrawnPicture(caption, ROWS, states, exposed(lying, guerrilha=False, protection="direct"))


PICTURES: Mapping[str, tuple[DrawnPicture, ...]] = {
    "formation": (
        _drawn(_("Complete: the tip protects everything behind it, so only A can be attacked."), ""),
        _drawn(_("A is razed: B and C can be attacked, and the base is still safe."), "A"),
        _drawn(_("B is razed too: D lies open. E does not, as long as C stands."), "AB"),
    )
}
