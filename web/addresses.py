"""The chapters of the guide as they are called in addresses, which are Portuguese."""

from collections.abc import Mapping

TOPICS: Mapping[str, str] = {
    "overview": "visao-geral",
    "components": "componentes",
    "beginning": "comeco",
    "redraws": "ressaque",
    "turn": "turno",
    "formation": "formacao",
    "pool": "poco",
    "battles": "batalha",
    "armistice": "armisticio",
    "winning": "vitoria",
    "timed-matches": "tempo",
    "points": "pontos",
    "tournament": "torneio",
    "house-interpretations": "interpretacoes",
    "house-interpretations-any": "interpretacoes-de-todo-torneio",
    "glossary": "glossario",
}
"""Types and variants keep their key; so does a chapter that is not named here."""

KEYS: Mapping[str, str] = {address: key for key, address in TOPICS.items()}


def topic_of(key: str) -> str:
    """The address of a chapter."""
    return TOPICS.get(key, key)


def chapter_at(topic: str) -> str:
    """The key of the chapter at an address."""
    return KEYS.get(topic, "" if topic in TOPICS else topic)
