"""Read lists written in a chat: remove numbers, bullets, marks and brackets. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.entries.lists.values import ListLine

NUMBER = re.compile(
    r"^\W{0,4}?(?P<number>\d{1,3})\ufe0f?\u20e3?(?:\s*[.):ºª°\]]\s*[-–—.)]*|\s*[-–—]+(?=\s|$)|(?<=\u20e3))\s*"
)
COUNT = re.compile(r"^ *(?P<number>\d{1,3}) +(?=[^\W\d])")
BULLET = re.compile(r"^\s*(?:[-–—•·*▪◦‣➤➡✦►○●□☐☑]|->|>)\s+")
BRACKETS = re.compile(r"\s*[(\[][^()\[\]]{0,40}[)\]]")
MARKS = frozenset("*_~")
EMPTY = re.compile(r"[\W_]*(?:vagas?|livres?|vazio|aberto|disponivel)?[\W_]*", re.IGNORECASE)
STATUS = re.compile(
    r"[\W\d]*(?:pag\w+|pg|ok|pix|confirm\w*|pend\w*|falta\w*|talvez|novo|nova|sim|iniciante|dinheiro|cartao|paid)?[\W\d]*",
    re.IGNORECASE,
)
TITLE = re.compile(
    r"\b(lista|torneio|inscri\w+|confirmad\w+|participantes|presen[cç]a|tournament|lista de)\b", re.IGNORECASE
)
RESERVES = re.compile(
    r"\b(suplentes?|reservas?|espera|desist\w*|talvez|waiting|reserves?|not +coming"
    r"|n[aã]o +(?:vai|vou|vem|pode|posso|joga))\b",
    re.IGNORECASE,
)
REFUSALS = re.compile(
    "[\u274c\u274e\U0001f6ab\U0001f44e]"
)  # signs before the name of a person who does not come
NAME_LIKE = re.compile(r"[^\W\d_]+(?:[ '’.-]+[^\W\d_]+){1,6}\.?")
LONGEST_LINE = 300  # longer than people write; some patterns take quadratic time
ZERO_WIDTH = "\u200d\ufe0e\ufe0f\u20e3"


@dataclass(frozen=True, slots=True)
class ChatList:
    """Every line of a list from a chat, cleaned, "" if it names no person; and the lines left out.

    `brackets` holds, by line number, text in brackets that says more than "paid" or "ok"; `reserves` the
    title, the brackets or the sign that mark a substitute, or a person who may not come.
    """

    lines: list[str]
    left_out: list[ListLine]
    brackets: dict[int, str]
    reserves: dict[int, str]

    def add(self, at: int, line: str, rest: str, is_person: bool) -> None:
        """Add the line `at` (from 1) with its name and what was left out.

        `rest` is what follows its number or bullet. `is_person`: whether its place in the list is a person's.
        """
        name, inside = _separate_brackets(_strip_decoration(rest))
        is_person = is_person and not EMPTY.fullmatch(_strip_accents(name)) and not _is_crossed_out(rest)
        if is_person and (sign := REFUSALS.search(line)):
            self.reserves[at] = inside or sign[0]
        elif is_person and inside:
            (self.reserves if RESERVES.search(inside) else self.brackets)[at] = inside
        elif not is_person and _strip_decoration(rest):
            self.left_out.append(ListLine(at, line.strip()))
        self.lines.append(name if is_person else "")


def read_chat(lines: Sequence[str]) -> ChatList | None:
    """Return the list without the decoration of chats.

    None if it is not from a chat, or has a line longer than `LONGEST_LINE`.
    """
    filled = [line for line in lines if line.strip()]
    if any(len(line) > LONGEST_LINE for line in filled):
        return None
    pattern = _numbering(filled)
    if pattern is None and not _is_decorated(filled):
        return None
    read, began = ChatList([], [], {}, {}), pattern is None
    title = ""
    for at, line in enumerate(lines, start=1):
        match = pattern.match(line) if pattern else None
        began = began or bool(match)
        rest = line[match.end() :] if match else BULLET.sub("", line)
        is_free = bool(match) or (pattern is None and not _is_title(line, rest))
        read.add(at, line, rest, is_free or (began and _is_lone_name(line, rest)))
        title = line.strip() if not match and _is_title(line, rest) else title
        if read.lines[-1] and RESERVES.search(title):
            read.reserves[at] = title
    return read


def _numbering(filled: Sequence[str]) -> re.Pattern[str] | None:
    """Return the pattern by which lines are numbered, or None; None too with tabs, or a quote at the start.

    At least half of the lines have a number, or a third of them count from 1; at least two. `COUNT`, numbers
    without a sign behind them, must count.
    """
    if any("\t" in line or line.lstrip().startswith('"') for line in filled):
        return None
    for pattern in (NUMBER, COUNT):
        numbers = [int(found["number"]) for line in filled if (found := pattern.match(line))]
        counts = numbers == list(range(1, len(numbers) + 1))
        is_most = len(numbers) * (3 if counts else 2) >= len(filled)
        if len(numbers) >= 2 and is_most and (counts or pattern is NUMBER):
            return pattern
    return None


def _is_decorated(filled: Sequence[str]) -> bool:
    """Return whether a line has a bullet, picture or emphasis, or all follow a title, without columns."""
    if any(mark in line for line in filled for mark in "\t;|"):
        return False
    marked = (bool(BULLET.match(line)) or _is_emphasised(line) or _has_pictures(line) for line in filled)
    return any(marked) or (len(filled) > 2 and bool(TITLE.search(filled[0])) and not _has_commas(filled))


def _has_commas(filled: Sequence[str]) -> bool:
    """Return whether any of these lines has a comma."""
    return any("," in line for line in filled)


def _is_title(line: str, rest: str) -> bool:
    """Return whether it is a title: emphasised, with a word of `TITLE`, or ending in ":", "!" or "?"."""
    return (
        _is_emphasised(line)
        or line.rstrip().endswith((":", "!", "?"))
        or bool(TITLE.search(_strip_decoration(rest)))
    )


def _is_lone_name(line: str, rest: str) -> bool:
    """Return whether a line without a number, among numbered ones, is only the name of a person."""
    return not _is_title(line, rest) and bool(
        NAME_LIKE.fullmatch(_separate_brackets(_strip_decoration(rest))[0])
    )


def _is_crossed_out(text: str) -> bool:
    """Return whether the name is crossed out, as chats mark people who do not come: ~João~."""
    plain = _strip_decoration(text)
    return bool(plain) and f"~{plain}~" in text.replace("~~", "~")


def _separate_brackets(text: str) -> tuple[str, str]:
    """Return the text without its brackets, and their content if it says more than a status."""
    found = [part.strip(" ()[]") for part in BRACKETS.findall(text)]
    if not found or re.match(r"\s*\(\d{2}\)", text) or _has_area_code_in_parentheses(text):
        return text, ""
    rest = " ".join(BRACKETS.sub(" ", text).split())
    return rest, ", ".join(part for part in found if RESERVES.search(part) or not _is_status(part))


def _is_status(text: str) -> bool:
    """Return whether the text only says that a person paid, confirmed or the like (`STATUS`)."""
    return bool(STATUS.fullmatch(_strip_accents(text)))


def _has_area_code_in_parentheses(text: str) -> bool:
    return bool(re.search(r"\(\d{2,3}\)\s*\d{4}", text))


def _strip_decoration(text: str) -> str:
    """Return the text without emphasis and pictures."""
    kept = "".join(" " if _is_picture(sign) else sign for sign in text)
    return " ".join("".join(sign for sign in kept if sign not in MARKS).split())


def _is_emphasised(line: str) -> bool:
    """Return whether the whole line stands between two marks of emphasis."""
    plain = "".join(sign for sign in line if not _is_picture(sign)).strip()
    return len(plain) > 2 and plain[0] in MARKS and plain[-1] == plain[0]


def _has_pictures(line: str) -> bool:
    return any(map(_is_picture, line))


def _is_picture(sign: str) -> bool:
    if sign in ZERO_WIDTH:
        return True
    return ord(sign) > 0x2000 and unicodedata.category(sign) in {"So", "Sk", "Sm"}


def _strip_accents(text: str) -> str:
    signs = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in signs if not unicodedata.combining(sign))
