"""What a browser says of itself, in two words that its owner recognizes. Pure."""

BROWSERS = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung", "FxiOS": "Firefox", "Firefox": "Firefox",
    "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
"""By a word that only they say; who poses as another stands before it."""
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "CrOS": "Chromebook",
    "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip


def device_of(user_agent: str) -> str:
    """`Firefox, Android`; empty where it says nothing that anybody knows."""
    said = (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(word for word in said if word)


def _first(words: dict[str, str], text: str) -> str:
    return next((name for word, name in words.items() if word in text), "")
