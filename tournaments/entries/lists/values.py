"""The content of a list of people as frozen values: columns, rows, lines left out, questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from core.errors import Violation
from core.text import fold, name_key
from tournaments.inputs import NewEntry
from tournaments.uploads import Doubt

MAX_COLUMNS = 60  # of a list; further cells are reported in each row


class Meaning(StrEnum):
    """What a column of a list holds."""

    NAME = "name"
    SURNAME = "surname"
    SURNAME_FIRST = "surname_first"  # "Araújo, João" in one cell
    PARTNER = "partner"
    PARTNER_SURNAME = "partner_surname"
    PAIR = "pair"  # "Ana / Bruno" in one cell
    CLUB = "club"
    SEED = "seed"
    IGNORED = "ignored"


def headings_key(headings: Sequence[str]) -> str:
    """Return a digest of the headings (SHA-256 in hexadecimal), ignoring case and blanks."""
    return sha256("\x1f".join(map(fold, headings)).encode()).hexdigest()


FULL_NAMES = frozenset({Meaning.NAME, Meaning.SURNAME_FIRST, Meaning.PAIR})
"""Columns that name a person; a list has exactly one of them."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading ("" for none), what it holds, and its first values."""

    heading: str
    meaning: Meaning
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list (from 1) that names no person."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """One filled row: the line of the file where it begins (from 1), and its entry if it has no `violations`.

    Their fields are `names.0`, `names.1`, `club`, `seed`, or empty for the row. `notes` say what was left
    out: `contact_left_out`, `brackets_left_out`; or `under_reserves`, that it is among substitutes.
    """

    line: int
    entry: NewEntry | None
    violations: tuple[Violation, ...] = ()
    notes: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedList:
    """A parsed list of entries.

    `violations` are those of the whole list. `text` is the decoded list: reading it again with the same
    columns gives the same rows. `left_out` are titles and the like; `doubt` is why a list waits for an answer
    about its encoding. `unread_sheets` are the names of filled sheets of a workbook that were not read.
    """

    rows: tuple[ParsedRow, ...]
    violations: tuple[Violation, ...] = ()
    encoding: str = ""
    delimiter: str = ""
    text: str = ""
    columns: tuple[Column, ...] = ()
    has_headings: bool = False
    left_out: tuple[ListLine, ...] = ()
    doubt: Doubt | None = None
    unread_sheets: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Return whether the list has a row and no violation, neither of the list nor of a row."""
        return bool(self.rows) and not self.violations and not any(row.violations for row in self.rows)

    @property
    def entries(self) -> tuple[NewEntry, ...]:
        """Return the entries of the sound rows, in order."""
        return tuple(row.entry for row in self.rows if row.entry)

    @property
    def ignored(self) -> tuple[str, ...]:
        """Return the headings of columns that are not read, without empty ones."""
        unread = (column.heading for column in self.columns if column.meaning is Meaning.IGNORED)
        return tuple(filter(None, unread))

    @property
    def meanings(self) -> tuple[Meaning, ...]:
        """Return what each column holds."""
        return tuple(column.meaning for column in self.columns)

    @property
    def headings_key(self) -> str:
        """Return the key under which answers about the columns are remembered; "" without headings."""
        return headings_key([column.heading for column in self.columns]) if self.has_headings else ""


@dataclass(frozen=True, slots=True)
class ListAnswers:
    """A person's answers about a list: encoding, columns, headings, and lines whose contacts stay.

    `columns` is empty and `has_headings` None if the reader decides; `remembered` are their answers about
    other lists, by `headings_key`.
    """

    encoding: str = ""
    columns: tuple[Meaning, ...] = ()
    has_headings: bool | None = None
    insisted: frozenset[int] = frozenset()
    remembered: Mapping[str, tuple[Meaning, ...]] = field(default_factory=dict)


_GIVEN_NAMES = """
abel ada adam adao adelia ademir adilson adriana adriano agata agatha agnes ailton airton alan alana alba
alberto alessandra alessandro alex alexandra alexandre alexia alice aline alvaro amanda amelia ana
anderson andre andrea andreia andressa andrew angela angelica angelo anna anne antonia antonio aparecida
ariane ariel arthur artur augusto aurora barbara beatriz benedito benicio benjamin bento bernardo bia
bianca brenda breno bruna bruno caetano caio camila camile carina carla carlos carol carolina caroline
cassia cassio catarina cauan caua caue cecilia celia celio celso cesar christian cicero cintia clara
claudia claudio clarice cleber cleide cleiton cristiana cristiane cristiano cristina dalila daniel daniela
daniele danilo dara davi david debora denis denise diana diego diogo dirceu domingos douglas duda edgar
edison edmilson edna edson eduarda eduardo elaine elena eliana eliane elias elisa elisangela elizabeth
eloa eloisa emanuel emanuela emerson emilia emilly enrico enzo erica eric erik erika estela ester esther
eva evandro evelyn fabiana fabiano fabio fabiola fabricio fatima felipe fernanda fernando flavia flavio
francisca francisco frederico gabriel gabriela gabrielle geraldo gerson gilberto gilmar gilson giovana
giovanna giovanni gisele giulia glaucia gloria graca graziela guilherme gustavo heitor helena helio
heloisa henrique heitora henry hugo humberto iago iara igor ines ingrid iris isa isabel isabela isabella
isabelly isadora isaac isaias ismael israel italo ivan ivana ivo ivone jaime jair janaina jane jaqueline
jean jefferson jessica joana joao joaquim joel jonas jonathan jorge jose joyce juan julia juliana juliano
julio junior jussara kaique karen karina karla katia kauan kaua kaue kelly kevin laila lais lara larissa
laura lauro lavinia leandro leila leo leonardo leticia levi lia lidia ligia lilian liliane lina livia
lorena lorenzo lorenna luan luana lucas lucca lucia luciana luciano lucio luigi luis luisa luiz luiza luma
luna magda maisa maite manoel manoela manuel manuela mara marcela marcelo marcia marcio marco marcos
margarida maria mariana mariane marilia marina mario marisa marlene marta mateus matheus maura mauricio
mauro maxi maya mayara melissa michel michele miguel milena milton miriam mirela moises monica murilo
nadia nair natalia nathalia nathan neide nelson neusa nicolas nicole nilson noah noemi odair olga olivia
orlando oscar osvaldo otavio otto pamela paola patricia paula paulo pedro pietra pietro priscila rafael
rafaela raimunda raimundo raissa raquel raul rebeca regina reginaldo renan renata renato ricardo rita
roberta roberto robson rodolfo rodrigo rogerio romulo ronaldo rosa rosana rosangela roseli ruan rubens rui
ruth ryan sabrina samanta samara samuel sandra sandro sara sarah sebastiao selma sergio severino sheila
silas silvana silvia silvio simone sofia sonia sophia stefany stella sueli suzana tadeu taina tais tales
talita tania tatiana tatiane teo teresa tereza thais thales thalita theo thiago tiago tomas ulisses ursula
valdir valentina valeria valter vanderlei vanessa vania vera veronica vicente victor victoria vilma
vinicius virginia vitor vitoria viviane wagner walter wanda wanderley wellington wesley william willian
wilson yago yara yasmin yuri zeca zelia zuleica
"""
GIVEN_NAMES = frozenset(_GIVEN_NAMES.split())


def has_given_name(text: str) -> bool:
    """Return whether the text begins with a frequent given name."""
    words = name_key(text).split()
    return bool(words) and words[0] in GIVEN_NAMES
