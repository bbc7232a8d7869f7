"""The browser and system of a device, in two words that its owner recognizes. Pure."""

BROWSERS = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung", "FxiOS": "Firefox", "Firefox": "Firefox",
    "CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
"""Browsers by a word in their user agent; one that imitates others comes before them."""
SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "CrOS": "Chromebook",
    "Mac OS": "Mac", "Linux": "Linux",
}  # fmt: skip


def device_of(user_agent: str) -> str:
    """Return `Firefox, Android`, for example; empty for an unknown user agent."""
    said = (_first(BROWSERS, user_agent), _first(SYSTEMS, user_agent))
    return ", ".join(word for word in said if word)


def _first(words: dict[str, str], text: str) -> str:
    return next((name for word, name in words.items() if word in text), "")
