"""Find the meaning of a heading by the stems of its words, in Portuguese, English and Spanish. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from enum import Enum, auto

from tournaments.entries.lists.values import MAX_COLUMNS, Meaning


class OtherHeading(Enum):
    """Known headings whose meaning depends on the others, or whose column is not read."""

    ORDINAL = auto()
    UNREAD = auto()
    TEAM = auto()  # "Dupla": the pair's name, the partner, or both people, depending on other columns
    FIRST = auto()  # "Jogador 1"
    SECOND = auto()


LONGEST = 120  # characters of a heading that are read
Heading = Meaning | OtherHeading | None

UNREAD = re.compile(
    r"\b(e mail|email|mail|correio|correo|telefone|telefono|celular|fone|whats\w*|zap|contat\w*"
    r"|contact\w*|phone|mobile|tel|carimbo|timestamp|marca temporal|data|hora|horario|date|fecha|idade|edad"
    r"|age|nascimento|nacimiento|birth\w*|cpf|rg|dni|documento|pag\w+|pix|valor|paid|payment|obs|observ\w*|comentario\w*|comments?"
    r"|notas?|genero|sexo|gender|instagram|insta|endereco|cep|responsavel|mae|pai|status|estado|confirm\w*|presenca|camisa|camiseta)\b"
)
ORDINAL = re.compile(r"(n|no|nr|num\w*|ordem|orden|id|posicao|posicion|item|senha|order|#|)")
NUMBERED = re.compile(
    r"(?:\b(?:nome|name|nombre|jogador\w*|jugador\w*|player|atleta|participante|integrante|membro|parceir\w*)\b.*)"
    r"\b(?P<number>1|2|um|dois|a|b)$|^(?P<before>[12])[oa]? (?:nome|jogador\w*|jugador\w*|player|atleta)$"
)
STEMS: Sequence[tuple[str, Meaning | OtherHeading]] = (
    (r"sobrenome|ultimo nome|last name|surname|family name|apellidos?", Meaning.SURNAME),
    (r"parceir\w*|partner|companheir\w*|companer\w*|acompanhante", Meaning.PARTNER),
    (r"dupla\w?|pair|parejas?|par", OtherHeading.TEAM),
    (
        r"clubes?|club|equipes?|times?|team|equipo|cidade|city|ciudad|associacao|agremiacao|municipio|escola|bairro",
        Meaning.CLUB,
    ),
    (r"semente|seed|cabecas? de chave|cabezas? de serie|siembra", Meaning.SEED),
    (
        r"nomes?|name|nombres?|jogador\w*|jugador\w*|atletas?|participantes?|players?|competidor\w*|inscrit\w*|alun[oa]s?",
        Meaning.NAME,
    ),
)
_FILLERS = """
a o os as e de do da dos das ou em no na um uma seu sua teu tua seus qual quais quem como voce para por
favor completo completa full first primeiro given proprio inteiro publico aqui escreva informe digite your
what is the of or and please tu es cual el la los las su y joga vai ao que deve aparecer joga-se
"""
FILLERS = frozenset(_FILLERS.split())


def heading_of(cell: str) -> Heading:
    """Return what the heading means, None if it is unknown."""
    plain = plain_heading(cell[:LONGEST])
    if (plain and ORDINAL.fullmatch(plain)) or cell.strip() in ("#", "Nº", "N°", "N.º"):
        return OtherHeading.ORDINAL
    if UNREAD.search(plain) and not re.match(r"(nome|name) (e|and|ou|or)\b", plain):
        return OtherHeading.UNREAD
    if found := NUMBERED.search(plain):
        first = (found["number"] or found["before"]) in ("1", "um", "a")
        return OtherHeading.FIRST if first else OtherHeading.SECOND
    return next((meaning for stem, meaning in STEMS if re.search(rf"\b(?:{stem})\b", plain)), None)


def is_heading(cell: str) -> bool:
    """Return whether the cell is certainly a heading: only words of headings, or a question."""
    if len(cell) > LONGEST or (meaning := heading_of(cell)) is None:
        return False
    if cell.rstrip().endswith(("?", ":")):
        return True
    rest = plain_heading(cell)
    rest = UNREAD.sub("", rest) if meaning is OtherHeading.UNREAD else rest
    for stem, _ in STEMS:
        rest = re.sub(rf"\b(?:{stem})\b", "", rest)
    return meaning is OtherHeading.ORDINAL or all(
        word in FILLERS or word.isdecimal() for word in rest.split()
    )


def count_headings(cells: Sequence[str]) -> int:
    """Return how many cells are headings. A numbered one ("Jogador 1") counts only beside its sibling."""
    found = [heading_of(cell) for cell in cells[:MAX_COLUMNS] if cell and is_heading(cell)]
    numbered = {meaning for meaning in found if meaning in (OtherHeading.FIRST, OtherHeading.SECOND)}
    lone = 1 if len(numbered) == 1 else 0
    return len(found) - lone * sum(meaning in numbered for meaning in found)


def plain_heading(cell: str) -> str:
    """Return the heading in lower case without accents and punctuation."""
    signs = unicodedata.normalize("NFKD", cell.replace("(a)", "").replace("(as)", "")).casefold()
    kept = (sign for sign in signs if not unicodedata.combining(sign))
    return " ".join(re.sub(r"[^\w#]|_", " ", "".join(kept)).split())
