"""Invented people for simulations and the demo: names, and the staff of a tournament."""

import random
from itertools import product

from accounts.models import Player, User

_GIVEN = """
Ana Bia Caio Clara Davi Duda Elis Enzo Flora Gael Helena Heitor Iara Igor Joana João Kauã Lara Léo Lia
Luan Maria Mauro Nina Noah Olívia Otto Paula Pedro Quésia Raí Rita Sara Saulo Tainá Tom Ubirajara Vera
Vítor Wesley Xênia Yara Yuri Zeca Zélia
"""
_FAMILY = """
Abreu Almeida Barros Bastos Braga Cabral Campos Cunha Dantas Duarte Esteves Farias Freitas Gama Góes
Iglesias Jardim Klein Leite Lima Lobo Macedo Maia Melo Moura Neves Nunes Ortiz Paiva Peixoto Queiroz
Ramos Reis Rocha Sá Salles Teles Tavares Uchoa Vale Viana Xavier Zanetti
"""


def invented_names(count: int, rng: random.Random) -> list[str]:
    """Return `count` different names; numbered if there are no more combinations."""
    pairs = [f"{given} {family}" for given, family in product(_GIVEN.split(), _FAMILY.split())]
    rng.shuffle(pairs)
    rounds = range(1 + count // len(pairs))
    names = [pair if turn == 0 else f"{pair} {turn + 1}" for turn in rounds for pair in pairs]
    return names[:count]


HELPERS = {"sim-organizer": "Olga", "sim-coordinator": "Cora", "sim-judge": "Júlio"}


def get_or_create_staff() -> tuple[Player, ...]:
    """Return organizer, coordinator and judge, the same in every simulation; create them once."""
    return tuple(get_or_create_account(username, name) for username, name in HELPERS.items())


def get_or_create_account(username: str, name: str) -> Player:
    """Return the player of an account that cannot sign in; create both if they do not exist."""
    user, _ = User.objects.get_or_create(username=username, defaults={"password": "!"})
    player, _ = Player.objects.get_or_create(user=user, defaults={"name": name})
    return player
