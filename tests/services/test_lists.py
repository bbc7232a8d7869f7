"""Lists as other programs, forms and chats write them (F119): read right, asked about or held back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.entries.lists.reading import read_list
from tournaments.entries.lists.values import ListAnswers, Meaning, ParsedList, headings_key
from tournaments.inputs import NewEntry

pytestmark = pytest.mark.fault("F119")

_NAMES = """
João Araújo;Ítalo Brandão;Márcia Conceição;José Antônio Gonçalves;Úrsula Simões;Inês Magalhães
Zuleica Müller;Ângela Paixão;Maria D’Ávila;Ana Sant’Ana;Luís Lourenço;LUÍS CAMÕES
JOÃO ARAÚJO;LOURENÇO BRAÇO;ÍTALO;ÂNGELA;Estêvão;Kauê
Taís Bartolú;Zoé Évora;Fábio Óliver;Antônia Õgo;Ana Êvila;Güter Sjöström
Sabiá Silva;ÁUREA ÉVORA;ÓLIVIA;ÚLTIMA ÇAVA;PEÇANHA;GUIMARÃES
Ñandú Muñoz;Jörg Lebœuf;Caça Açu;IGUAÇU;Dona Crô;Cecê
Vô Zé;Irã Tupã;Pirajuí;Bagé;POÁ;Crateús
Içara;Ipê;Zé da Conceição
"""
NAMES = [name for line in _NAMES.split("\n") for name in line.split(";") if name]
SURE = "nome;clube\nJoão Araújo;Maré\nMárcia Conceição;Niterói\nÍtalo Brandão;São Gonçalo\n"


def once_more(text: str, encoding: str) -> bytes:
    """UTF-8 that a program took for another encoding and saved as UTF-8."""
    wrong = "".join(
        bytes([byte]).decode(encoding) if encoding != "cp1252" or byte not in UNDEFINED else chr(byte)
        for byte in text.encode()
    )
    return wrong.encode()


UNDEFINED = (0x81, 0x8D, 0x8F, 0x90, 0x9D)
TWICE = "utf-8 as "
ENCODINGS = [
    *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman", "cp850"),
    *(TWICE + name for name in ("cp1252", "mac_roman", "cp850")),
]


def encoded(text: str, encoding: str) -> bytes:
    if encoding.startswith(TWICE):
        return once_more(text, encoding.removeprefix(TWICE))
    return text.encode(encoding)


def names(parsed: ParsedList) -> list[tuple[str, ...]]:
    return [entry.names for entry in parsed.entries]


def codes(parsed: ParsedList) -> list[str]:
    return [found.code for found in parsed.violations]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_list_is_read_right_in_each_encoding(encoding: str) -> None:
    parsed = read_list(encoded(SURE, encoding))
    assert names(parsed) == [("João Araújo",), ("Márcia Conceição",), ("Ítalo Brandão",)]
    assert [entry.club for entry in parsed.entries] == ["Maré", "Niterói", "São Gonçalo"]


@given(st.lists(st.sampled_from(NAMES), min_size=1, max_size=6), st.sampled_from(ENCODINGS))
def test_no_encoding_is_silently_read_wrong(people: list[str], encoding: str) -> None:
    try:
        data = encoded("\n".join(["nome", *people]), encoding)
    except UnicodeEncodeError:
        return
    parsed = read_list(data)
    if codes(parsed) != ["encoding_unsure"]:
        assert names(parsed) == [(name,) for name in people]


def test_a_list_held_back_shows_its_first_odd_line_and_is_read_as_the_person_says() -> None:
    data = "nome\nAna Lima\nBRAÇO\n".encode("cp850")
    parsed = read_list(data)
    assert codes(parsed) == ["encoding_unsure"]
    assert parsed.doubt is not None
    assert parsed.doubt.line == 3
    assert ("cp850", "BRAÇO") in [(reading.encoding, reading.text) for reading in parsed.doubt.readings]
    said = read_list(data, answers=ListAnswers(encoding="cp850"))
    assert names(said) == [("Ana Lima",), ("BRAÇO",)]


@pytest.mark.parametrize("text", ["nome\nJo\ufffdo Araújo", "nome\nJo\x8do"])
def test_lost_letters_hold_the_list_back(text: str) -> None:
    assert codes(read_list(text)) == ["encoding_unsure"]


def test_a_line_that_was_encoded_twice_among_others_is_mended() -> None:
    assert names(read_list("nome\nMárcia\nJoÃ£o")) == [("Márcia",), ("João",)]


CHAT = """*Lista Chama sábado* 🔥
1. João Araújo – Maré
2. Márcia Lima
3 - Ítalo Brandão ✅
4) Zuleica (pago)
5.
6."""


def test_a_list_from_a_chat_is_people_and_their_clubs() -> None:
    parsed = read_list(CHAT)
    assert parsed.entries == (
        NewEntry(("João Araújo",), club="Maré"),
        NewEntry(("Márcia Lima",)),
        NewEntry(("Ítalo Brandão",)),
        NewEntry(("Zuleica",)),
    )
    assert [(line.number, line.text) for line in parsed.left_out] == [(1, "*Lista Chama sábado* 🔥")]
    assert parsed.is_sound


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("1️⃣ João Araújo", "João Araújo"),
        ("01- João Araújo 🙋🏽‍♂️", "João Araújo"),
        ("1º João Araújo", "João Araújo"),
        ("1 João Araújo", "João Araújo"),
        ("• João Araújo ✅", "João Araújo"),
        ("*1.* *João Araújo*", "João Araújo"),
        ("1. João Araújo [ok]", "João Araújo"),
    ],
)
def test_what_a_chat_puts_around_a_name_comes_off(line: str, name: str) -> None:
    second = line.replace("1", "2", 1).replace("João", "Ana")
    assert names(read_list(f"{line}\n{second}")) == [(name,), (name.replace("João", "Ana"),)]


def test_a_crossed_out_name_and_empty_places_are_nobody() -> None:
    parsed = read_list("1. Ana Lima\n2. ~Bia Reis~\n3. ____\n4. vaga\n5. Caio Melo\n")
    assert names(parsed) == [("Ana Lima",), ("Caio Melo",)]
    assert [line.text for line in parsed.left_out] == ["2. ~Bia Reis~", "4. vaga"]


def test_a_name_without_number_among_numbered_ones_is_not_lost() -> None:
    parsed = read_list("Torneio de sábado\n1. Ana Lima\n2. Bia Reis\nCaio Melo\nQuem mais?")
    assert names(parsed) == [("Ana Lima",), ("Bia Reis",), ("Caio Melo",)]
    assert [line.number for line in parsed.left_out] == [1, 5]


def test_who_stands_among_substitutes_is_marked() -> None:
    rows = read_list("Lista\n1. Ana Lima\n2. Bia Reis\n\nSuplentes:\n1. Caio Melo\n2. Davi Sá").rows
    assert [[note.code for note in row.notes] for row in rows] == [
        [],
        [],
        ["under_reserves"],
        ["under_reserves"],
    ]


@pytest.mark.parametrize("mark", ["suplente", "reserva", "talvez", "lista de espera", "não vai", "nao vou"])
def test_a_substitute_in_brackets_is_marked(mark: str) -> None:
    rows = read_list(f"1. Ana Lima\n2. Bia Reis ({mark})").rows
    assert [[(note.code, note.facts["title"]) for note in row.notes] for row in rows] == [
        [],
        [("under_reserves", mark)],
    ]


@pytest.mark.parametrize(
    ("line", "mark"), [("❌ Leo Sá", "❌"), ("❌ Leo Sá (não vai)", "não vai"), ("🚫 Leo Sá", "🚫")]
)
def test_a_sign_of_refusal_before_a_name_is_asked_about(line: str, mark: str) -> None:
    parsed = read_list(f"Quem vem?\n✅ Ana Lima\n✅ Bia Reis\n{line}\n✅ Caio Melo")
    assert names(parsed) == [("Ana Lima",), ("Bia Reis",), ("Leo Sá",), ("Caio Melo",)]
    assert [[note.facts["title"] for note in row.notes] for row in parsed.rows] == [[], [], [mark], []]


def test_what_stood_in_brackets_is_shown_if_it_is_more_than_a_status() -> None:
    rows = read_list("1. Ana Lima (Maré)\n2. Bia Reis (pago)").rows
    assert [[(note.code, note.facts["text"]) for note in row.notes] for row in rows] == [
        [("brackets_left_out", "Maré")],
        [],
    ]


def test_nobody_is_named_after_the_moment_of_an_answer() -> None:
    text = (
        '"Carimbo de data/hora","Qual é o seu nome?","Você joga por qual clube?"\n'
        '"2026/11/20 10:01:02 AM GMT-3","João Araújo","Maré"\n'
    )
    assert read_list(text).entries == (NewEntry(("João Araújo",), club="Maré"),)
    assert read_list(text).ignored == ("Carimbo de data/hora",)


def test_unknown_headings_are_asked_about_and_the_answer_is_kept() -> None:
    text = '"Carimbo de data/hora","Como te chamam?"\n"20/11/2026 10:01:02","João Araújo"\n'
    parsed = read_list(text)
    assert codes(parsed) == ["columns_unclear"]
    assert parsed.rows == ()
    assert parsed.meanings == (Meaning.IGNORED, Meaning.NAME)  # a proposal: João is a given name
    assert [(column.heading, column.samples) for column in parsed.columns][1] == (
        "Como te chamam?",
        ("João Araújo",),
    )
    said = (Meaning.IGNORED, Meaning.NAME)
    assert names(read_list(text, answers=ListAnswers(columns=said))) == [("João Araújo",)]
    remembered = {headings_key(["Carimbo de data/hora", "COMO TE CHAMAM? "]): said}
    assert names(read_list(text, answers=ListAnswers(remembered=remembered))) == [("João Araújo",)]


def test_headings_without_any_hint_of_names_are_asked_about() -> None:
    assert codes(read_list("Hora;Apelido\n10:00;Xumba\n")) == ["column_name_missing"]


def test_dates_and_addresses_without_headings_are_no_names() -> None:
    text = (
        "20/11/2026 10:01;joao@example.org;João Araújo;Maré\n"
        "20/11/2026 10:02;ana@example.org;Ana Lima;Praia\n"
    )
    assert read_list(text).entries == (
        NewEntry(("João Araújo",), club="Maré"),
        NewEntry(("Ana Lima",), club="Praia"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Nome;Sobrenome;Clube\nJoão;Araújo;Maré",
        "First Name,Last Name,Email,Club\nJoão,Araújo,joao@example.org,Maré",
    ],
)
def test_name_and_surname_are_joined(text: str) -> None:
    assert read_list(text).entries == (NewEntry(("João Araújo",), club="Maré"),)


@pytest.mark.parametrize(
    "heading",
    [
        "Nome do jogador", "Nome:", "Atleta", "Nome completo", "Participante", "Jogador(a)", "NOME DO ATLETA",
        "Qual é o seu nome?", "Nombre", "Player name",
    ],
)  # fmt: skip
@pytest.mark.parametrize("club", ["Equipe", "Time", "Clube ou cidade", "Cidade", "De qual clube você é?"])
def test_headings_are_known_by_their_stems(heading: str, club: str) -> None:
    assert read_list(f"{heading};{club}\nAna Lima;Maré").entries == (NewEntry(("Ana Lima",), club="Maré"),)
    assert names(read_list(f"{heading}\nAna Lima")) == [("Ana Lima",)]


def test_a_title_above_the_headings_is_nobody() -> None:
    parsed = read_list("Torneio de Chama 2026;;\n;;\nNome;Clube;Semente\nAna Lima;Maré;1\n")
    assert parsed.entries == (NewEntry(("Ana Lima",), club="Maré", seed=1),)
    assert [line.text for line in parsed.left_out] == ["Torneio de Chama 2026"]


@pytest.mark.parametrize("title", ["Lista de inscritos", "Torneio 20/11", "Confirmados"])
def test_a_title_above_plain_names_is_nobody(title: str) -> None:
    parsed = read_list(f"{title}\nAna Lima\nBia Reis\n")
    assert names(parsed) == [("Ana Lima",), ("Bia Reis",)]
    assert [line.text for line in parsed.left_out] == [title]


@pytest.mark.parametrize(
    "total", ["Total: 2", "Total;;2", "TOTAL de inscritos;2", "2 inscritos", "2 players", "Total"]
)
def test_a_total_under_the_names_is_nobody(total: str) -> None:
    for above in ("", "Nome;Clube\n"):
        parsed = read_list(f"{above}Ana Lima;Maré\nBia Reis;Vale\n{total}\n")
        assert names(parsed) == [("Ana Lima",), ("Bia Reis",)]
        assert [line.text for line in parsed.left_out] == [total.replace(";;", " ").replace(";", " ")]
    assert names(read_list("Ana Lima\nBia Total\n")) == [("Ana Lima",), ("Bia Total",)]


def test_a_line_drawn_under_the_headings_is_nobody() -> None:
    parsed = read_list("| Nome | Clube |\n|---|---|\n| Ana | Maré |")
    assert parsed.entries == (NewEntry(("Ana",), club="Maré"),)


@pytest.mark.parametrize("head", ["", ";Nome;Clube\n", "Nº;Nome;Clube\n"])
def test_a_column_that_only_counts_is_left_out(head: str) -> None:
    parsed = read_list(f"{head}1;Ana Lima;Maré\n2;Bia Reis;Praia")
    assert [(entry.names, entry.club, entry.seed) for entry in parsed.entries] == [
        (("Ana Lima",), "Maré", None),
        (("Bia Reis",), "Praia", None),
    ]


def test_surnames_first_are_turned_around_where_given_names_show_it() -> None:
    assert names(read_list("Araújo, João\nLima, Ana\n")) == [("João Araújo",), ("Ana Lima",)]
    assert names(read_list('Nome;Clube\n"Araújo, João";Maré\n')) == [("João Araújo",)]
    parsed = read_list("João,Maré\nAna,Praia\n")
    assert [(entry.names, entry.club) for entry in parsed.entries] == [
        (("João",), "Maré"),
        (("Ana",), "Praia"),
    ]


def test_two_lone_words_with_a_comma_are_a_question() -> None:
    text = "Quixadá, Xereu\nZumbaia, Ybyra\n"
    assert codes(read_list(text)) == ["columns_unclear"]
    said = ListAnswers(columns=(Meaning.SURNAME, Meaning.NAME))
    assert names(read_list(text, answers=said)) == [("Xereu Quixadá",), ("Ybyra Zumbaia",)]


@pytest.mark.parametrize(
    "text",
    [
        "Dupla;Jogador 1;Jogador 2\nOs Brabos;Ana Lima;Bruno Dias",
        "Ana Lima / Bruno Dias",
        "Ana Lima & Bruno Dias",
        "Dupla\nAna Lima e Bruno Dias",
        "1. Ana Lima + Bruno Dias\n2. Caio Melo + Davi Sá",
        "Ana Lima - Bruno Dias",
        "Ana Lima / Bruno Dias;Maré",
        "1. Ana Lima e Bruno Dias - Maré\n2. Caio e Davi",
        "Nome 1;Sobrenome 1;Nome 2;Sobrenome 2\nAna;Lima;Bruno;Dias",
    ],
)
def test_pairs_are_two_people(text: str) -> None:
    assert names(read_list(text, pairs=True))[0] == ("Ana Lima", "Bruno Dias")


def test_two_people_in_one_cell_are_no_single_player() -> None:
    parsed = read_list("nome;clube\nAna / Bruno;Maré\n")
    assert [found.code for found in parsed.rows[0].violations] == ["two_people_in_row"]


@pytest.mark.fault("F120")
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("nome,clube\nJoão Araújo,joao@example.org", "João Araújo"),
        ("João Araújo, joao@example.org\nMárcia, (21) 90000-0001", "João Araújo"),
        ("1. Márcia (21) 90000-0001\n2. Ana", "Márcia"),
    ],
)
def test_contacts_become_no_club_and_no_name(text: str, name: str) -> None:
    parsed = read_list(text)
    assert parsed.entries[0] == NewEntry((name,))


@pytest.mark.fault("F120")
def test_a_contact_that_is_left_out_is_named_and_stays_if_insisted() -> None:
    text = "nome;clube\nAna Lima;Maré\nBia Reis;(21) 90000-0001\nCaio Melo;Praia"
    row = read_list(text).rows[1]
    assert [(note.code, note.field, note.facts["contact"]) for note in row.notes] == [
        ("contact_left_out", "club", "(21) 90000-0001")
    ]
    insisted = read_list(text, answers=ListAnswers(insisted=frozenset({3})))
    assert insisted.entries[1] == NewEntry(("Bia Reis",), club="(21) 90000-0001", insists=True)


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("nome\nAna Lima\nAnna Lima", [("Ana Lima", ""), ("Anna Lima", "")]),
        ("nome;clube\nAna;1º de Maio", [("Ana", "1º de Maio")]),
        ("Ana;1º de Maio\nBia;4º Distrito", [("Ana", "1º de Maio"), ("Bia", "4º Distrito")]),
        ("nome;clube\nAna;Clube 21", [("Ana", "Clube 21")]),
        ("Ana;Clube 21", [("Ana", "Clube 21")]),
        ("nome;clube\nAna;Vila 31-03", [("Ana", "Vila 31-03")]),
        ("Ana 2\nBia", [("Ana 2", ""), ("Bia", "")]),
        ("nome;clube\nAna 2;Total", [("Ana 2", "Total")]),
        ("nome;clube\nAna;Total\nBia;Total", [("Ana", "Total"), ("Bia", "Total")]),
        ("nome\nمحمد علي\n王小明", [("محمد علي", ""), ("王小明", "")]),
        ("محمد علي\n王小明", [("محمد علي", ""), ("王小明", "")]),
        ('nome,clube\nAna Lima,"Niterói, RJ"', [("Ana Lima", "Niterói, RJ")]),
    ],
)
def test_what_was_read_right_before_still_is(text: str, entries: list[tuple[str, str]]) -> None:
    parsed = read_list(text)
    assert [(entry.names[0], entry.club) for entry in parsed.entries] == entries
    assert parsed.is_sound


def test_a_web_page_that_is_called_xls_is_read_as_its_table() -> None:
    page = (
        "<html><head><title>Inscritos</title><style>td {}</style></head><body><table border=1>"
        "<tr><th>Nome</th><th>Clube</th></tr>"
        "<tr><td>Jo&atilde;o Ara&uacute;jo</td><td>Mar&eacute;<br>Rio</td></tr></table>"
    )
    assert read_list(page.encode()).entries == (NewEntry(("João Araújo",), club="Maré Rio"),)


def test_cards_of_contacts_give_their_names_and_nothing_else() -> None:
    cards = (
        "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:João Araújo\r\nTEL:+55 21 90000-0001\r\nEND:VCARD\r\n"
        "BEGIN:VCARD\r\nVERSION:2.1\r\n"
        "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=A1r=\r\ncia Lima\r\nEND:VCARD\r\n"
    )
    assert read_list(cards.encode()).entries == (NewEntry(("João Araújo",)), NewEntry(("Márcia Lima",)))


@pytest.mark.parametrize("text", [SURE, CHAT, "Torneio;\nNome;Clube\nAna;A", "Araújo, João\nLima, Ana"])
def test_reading_what_was_shown_again_gives_the_same(text: str) -> None:
    first = read_list(text)
    again = read_list(
        first.text, answers=ListAnswers(columns=first.meanings, has_headings=first.has_headings)
    )
    assert again.rows == first.rows
