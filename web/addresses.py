"""The chapters of the guide as they are called in addresses, which are Portuguese."""

from collections.abc import Mapping

from rulesets.saying import words_of

TOPICS: Mapping[str, str] = {
    "overview": "visao-geral",
    "timed-matches": "tempo",
    "points": "pontos",
    "tournament": "torneio",
    "house-interpretations": "interpretacoes",
    "house-interpretations-any": "interpretacoes-de-todo-torneio",
    "glossary": "glossario",
}
"""Of every game; a game's own chapters have theirs in its `Words`. All others keep their key."""


def topic_of(game: str, key: str) -> str:
    """The address of a chapter of a game."""
    return _topics(game).get(key, key)


def chapter_at(game: str, topic: str) -> str:
    """The key of the chapter at an address; empty where another address leads to the chapter of that key."""
    topics = _topics(game)
    keys = {address: key for key, address in topics.items()}
    return keys.get(topic, "" if topic in topics else topic)


def _topics(game: str) -> Mapping[str, str]:
    return {**TOPICS, **words_of(game).chapters}
