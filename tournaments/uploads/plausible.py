"""How plausible a text is: names in Portuguese, not wrongly decoded bytes. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice

PORTUGUESE = frozenset("áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇ")
NO_LETTERS = frozenset("ƒµˆ˜ªº°ˇ˘˙˚˛˝")  # signs of 8-bit encodings that Unicode counts as letters or marks
AFTER_A_WORD = frozenset("ªº”…")
BEFORE_A_WORD = frozenset("‘’“–—•·«€¡¿")
BESIDE_A_WORD = frozenset("’–—°»€®•")  # possible, but more likely a wrongly decoded letter
ELSEWHERE = frozenset("ßþÞðÐıŁł")
APOSTROPHES = frozenset("’‘´")
PARTICLES = frozenset({"de", "da", "do", "das", "dos", "e", "di", "du"})
BAD, ODD, SPELLING, FOREIGN = 10, 3, 2, 1
"""Never text; wrong case or sign; a spelling Portuguese does not have; a letter of other languages."""
FREQUENT_WORD = -4
BETWEEN_WORDS = re.compile("[ \t\r\n\f\v;,|]+")
MAX_WORDS, LONGEST_WORD = 5_000, 100  # limits of what is examined of a text

_FREQUENT = """
joão josé antônio antónio luís luíz luísa luíza inês sônia sónia márcia márcio marília mário mária fábio
fábia flávio flávia cláudio cláudia júlio júlia lúcia lúcio patrícia vinícius vinícios andré andréa
andréia sérgio rogério césar célia célio zélia amélia otávio otávia octávio caetité cecília letícia
natália emília virgínia verônica mônica ângela ângelo âmbar érica érico éric estér íris ítalo ísis úrsula
óscar álvaro ágata ágatha débora jéssica tânia vânia vânio cássia cássio cícero cícera caíque kauã kauê
cauã cauê luã renê rené zezé conceição assunção ascensão encarnação paixão brandão galvão leitão falcão
simão sebastião adão abraão damião gastão fundão araújo gonçalves lourenço mendonça bragança valença
françois françoise magalhães guimarães simões camões antunes sá antônia antónia aparecída nóbrega távora
ávila câmara câmera cândido cândida tomé tomás josué moisés isaías jeremias elói noé barnabé taís thaís
laís aírton aílton éder élcio hélio hélia hélder júnior goiânia são niterói maré maracanã icaraí itajaí
jundiaí piauí paraná ceará pará amapá maranhão goiás brasília vitória florianópolis petrópolis teresópolis
grêmio américa praça associação atlético paraíba glória conquista fé saúde união irmãos irmãs mãe pai avó
avô françá peçanha proença lança graça graças inácio estácio horácio bonifácio anastácio inácia leônidas
leônia antônieta fabrício maurício aurélio cornélio vanderléia rosângela tatiâna estêvão estevão mônaco dê
zoé noêmia noémia rúbia núbia lívia lívio sílvia sílvio fúlvio túlio valéria valério desidério robério
tibúrcio anízio anísio dionísio eugênio eugênia eugénio gênesis ivã ivân nazaré josefá benício felício
felícia maurícia marcílio cecílio brás tobias nº clube título sócio sócia número inscrição inscrições ação
região fundação edição organização você sábado terça março cartão não é às à até também já só nós vós três
pré pós açaí açu iguaçu ipê bebê poá jaú irã tupã itapuã bagé tijuca grajaú méier itaú içara maringá
cuiabá macaé maricá magé belém macapá caça vô zé vó seu tônico sabiá
"""
FREQUENT = frozenset(_FREQUENT.split())
"""Frequent accented words of Brazilian lists: they decide if two encodings both give plausible letters."""


def oddness(text: str) -> int:
    """Return how implausible the text is; negative if frequent words support it. Each word counts once."""
    return sum(map(word_oddness, _non_ascii_words(text)))


def is_bad(text: str) -> bool:
    """Return whether the text has a character that never stands in a name or beside one."""
    return any(max(_oddness_of_signs(word), default=0) >= BAD for word in _non_ascii_words(text))


def word_oddness(word: str) -> int:
    """Return the oddness of one word, which contains no blank except a no-break space."""
    is_frequent = any(part.lower() in FREQUENT for part in re.split(r"[^\w]+", word) if not part.isascii())
    return sum(_oddness_of_signs(word)) + (FREQUENT_WORD if is_frequent else 0)


def _non_ascii_words(text: str) -> Iterator[str]:
    """Yield the distinct words that are not ASCII."""
    words = dict.fromkeys(word for word in BETWEEN_WORDS.split(text) if not word.isascii())
    return (word[:LONGEST_WORD] for word in islice(words, MAX_WORDS))


def _oddness_of_signs(word: str) -> Iterator[int]:
    """Yield the oddness of each letter or sign that is not ASCII."""
    for at, sign in enumerate(word):
        if not sign.isascii():
            yield _letter_oddness(word, at) if _is_letter(sign) else _sign_oddness(word, at)


def _is_letter(sign: str) -> bool:
    return sign.isalpha() and sign not in NO_LETTERS


def _letter_oddness(word: str, at: int) -> int:
    """Return the oddness of a letter at this position: its origin, its case, its neighbours."""
    sign, left, right = word[at], word[at - 1 : at], word[at + 1 : at + 2]
    if not unicodedata.name(sign, "").startswith("LATIN"):
        return BAD if (left.isascii() and left.isalpha()) or (right.isascii() and right.isalpha()) else 0
    return (
        _origin_oddness(sign)
        + _case_oddness(sign, word, at)
        + _spelling_oddness(sign.lower(), left.lower(), right.lower())
    )


def _origin_oddness(sign: str) -> int:
    """Return the oddness of a letter that does not occur in names of Brazilian lists."""
    if sign in PORTUGUESE:
        return 0
    return ODD if sign in ELSEWHERE or (sign > "\xff" and sign not in "œŒšŠžŽŸ") else FOREIGN


def _case_oddness(sign: str, word: str, at: int) -> int:
    """Return the oddness of a capital inside a word, or of a small letter among capitals or at the start."""
    left, right = word[at - 1 : at] if at else "", word[at + 1 : at + 2]
    if sign.isupper():
        return ODD if left.islower() else 0
    if right.isupper() or (word[max(0, at - 2) : at].isupper() and at > 1):
        return ODD
    return FOREIGN if not left.isalpha() and right.isalpha() else 0


def _spelling_oddness(sign: str, left: str, right: str) -> int:
    """Return the oddness of a letter that Portuguese does not write between these two."""
    if sign == "ç":
        return 0 if left.isalpha() and right and right in "aouãõáóúâôÃ" else SPELLING
    if sign == "ã":
        return SPELLING if right and right in "aiuãáíúâ" else 0
    if sign == "õ":
        return 0 if right and right in "eimn" else SPELLING
    if sign == "à":
        return FOREIGN if left.isalpha() else 0
    return FOREIGN if sign == "ü" and left not in "gq" else 0


def _sign_oddness(word: str, at: int) -> int:
    """Return the oddness of a sign at this position, by what stands beside it."""
    sign, left, right = word[at], word[at - 1 : at] if at else "", word[at + 1 : at + 2]
    if unicodedata.category(sign) == "Cc" or sign == "\ufffd":
        return BAD
    if sign == "\xa0":
        return _no_break_oddness(word, at)
    if left.isalpha() and right.isalpha():
        return _oddness_inside_word(word, at)
    if left.isalpha():
        return _oddness_after_word(sign, left)
    if right.isalpha():
        return 0 if sign in BEFORE_A_WORD or _is_pictorial(sign) else BAD
    return 0 if sign in AFTER_A_WORD | BEFORE_A_WORD | BESIDE_A_WORD or _is_pictorial(sign) else ODD


def _oddness_after_word(sign: str, left: str) -> int:
    """Return the oddness of a sign that follows a word."""
    if sign in BESIDE_A_WORD or (sign in "ªº" and left in PORTUGUESE and left.isupper()):
        return ODD
    return 0 if sign in AFTER_A_WORD or _is_pictorial(sign) else BAD


def _no_break_oddness(word: str, at: int) -> int:
    """Return the oddness of a no-break space, which should stand between words; cp850 has á there."""
    after = re.split(r"[^\w]", word[at + 1 :])[0]
    if not after:
        return 0 if at == 0 else ODD
    return 0 if after[0].isupper() or after[0].isdigit() or after in PARTICLES else BAD


def _oddness_inside_word(word: str, at: int) -> int:
    """Return the oddness of a sign between letters."""
    sign, left, right = word[at], re.split(r"[^\w]", word[:at])[-1], word[at + 1]
    if sign in APOSTROPHES:
        return 0 if right.isupper() or len(left) == 1 or left.lower() == "sant" else ODD
    if sign in "–—":
        return ODD
    return 0 if _is_pictorial(sign) else BAD


def _is_pictorial(sign: str) -> bool:
    """Return whether it is an emoji, a mark or general punctuation that no 8-bit encoding has."""
    return ord(sign) > 0x2000 and not sign.isspace() and sign not in ALL_EIGHT_BIT


ALL_EIGHT_BIT = frozenset(
    bytes([number]).decode(encoding, "ignore")
    for encoding in ("cp1252", "mac_roman", "cp850", "cp860")
    for number in range(128, 256)
)
