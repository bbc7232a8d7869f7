"""Lists as people really send them (F58, F61, F63, F64): read whole, or refused with every reason."""

import pytest

from core.errors import Violation
from tournaments.entries.lists.reading import MAX_ROWS, read_list
from tournaments.entries.lists.values import ParsedList
from tournaments.inputs import NewEntry
from tournaments.uploads import MAX_BYTES

ACCENTED = "nome;clube;semente\nJoão Conceição;Niterói;1\nÂngela Paixão;São Paulo;2\n"
EXPECTED = (
    NewEntry(("João Conceição",), club="Niterói", seed=1),
    NewEntry(("Ângela Paixão",), club="São Paulo", seed=2),
)


def codes(found: tuple[Violation, ...]) -> list[str]:
    return [violation.code for violation in found]


def row_codes(parsed: ParsedList) -> dict[int, list[tuple[str, str]]]:
    return {row.line: [(v.code, v.field) for v in row.violations] for row in parsed.rows if row.violations}


@pytest.mark.fault("F61")
@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("cp1252", "cp1252"),
    ],
)
def test_every_usual_encoding_gives_the_same_entries(encoding: str, named: str) -> None:
    parsed = read_list(ACCENTED.encode(encoding))
    assert parsed.entries == EXPECTED
    assert (parsed.encoding, parsed.delimiter) == (named, ";")
    assert parsed.is_sound


@pytest.mark.fault("F61")
def test_utf_16_big_endian_with_its_mark_is_read() -> None:
    assert read_list(b"\xfe\xff" + ACCENTED.encode("utf-16-be")).entries == EXPECTED


@pytest.mark.fault("F61")
def test_bytes_that_no_encoding_gives_a_letter_hold_the_list_back() -> None:
    parsed = read_list("Ana\nZoé\x81 Müller\n".encode("latin-1"))
    assert codes(parsed.violations) == ["encoding_unsure"]
    assert parsed.doubt is not None
    assert parsed.doubt.line == 2


@pytest.mark.fault("F61")
@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_delimiter_and_line_end_gives_the_same_entries(delimiter: str, end: str) -> None:
    text = ACCENTED.replace(";", delimiter).replace("\n", end)
    parsed = read_list(text)
    assert parsed.entries == EXPECTED
    assert parsed.delimiter == delimiter


@pytest.mark.fault("F61")
def test_one_column_without_header_is_a_list_of_names_and_blank_lines_do_not_count() -> None:
    parsed = read_list("\n\nAna Lima\n   \n\nBruno Dias\n;;\n")
    assert [row.line for row in parsed.rows] == [3, 6]
    assert parsed.entries == (NewEntry(("Ana Lima",)), NewEntry(("Bruno Dias",)))


@pytest.mark.fault("F61")
def test_a_lone_heading_makes_one_column_even_where_names_hold_commas() -> None:
    parsed = read_list("Nome\nLima, Ana\nDias, Bruno\n")
    assert [entry.names for entry in parsed.entries] == [("Ana Lima",), ("Bruno Dias",)]
    assert parsed.delimiter == ""


@pytest.mark.fault("F61")
def test_quotes_keep_delimiters_line_breaks_and_quotes_inside_a_name() -> None:
    parsed = read_list('nome,clube\n"Lima, Ana",A\n"Bruno\nDias",B\n"Caio ""Cao"" Melo",C\n')
    assert [entry.names[0] for entry in parsed.entries] == ["Lima, Ana", "Bruno Dias", 'Caio "Cao" Melo']
    assert [row.line for row in parsed.rows] == [2, 3, 5]


@pytest.mark.fault("F61")
def test_a_quote_that_is_never_closed_is_named_and_swallows_no_other_row() -> None:
    parsed = read_list('nome;clube\n"Ana Lima;A\nBruno Dias;B\n"Caio";C\n')
    assert row_codes(parsed) == {2: [("quotes_unbalanced", "")]}
    assert [entry.names[0] for entry in parsed.entries] == ["Bruno Dias", "Caio"]
    assert not parsed.is_sound


@pytest.mark.parametrize(
    "header",
    [
        "Nome;Parceiro;Clube;Semente",
        "NAME;PARTNER;CLUB;SEED",
        "jogador 1;jogador_2;cidade;cabeça de chave",
        "nome;nome;clube;semente",
    ],
)
def test_headers_in_either_language_name_the_columns(header: str) -> None:
    parsed = read_list(f"{header}\nAna;Bia;Niterói;3\n", pairs=True)
    assert parsed.entries == (NewEntry(("Ana", "Bia"), club="Niterói", seed=3),)


@pytest.mark.parametrize("first", ["Jogador 1", "Jogador 2", "Clube", "Semente"])
def test_a_first_name_that_looks_like_a_numbered_heading_is_a_name(first: str) -> None:
    parsed = read_list(f"{first}\nJogador 3\n")
    assert [entry.names for entry in parsed.entries] == [(first,), ("Jogador 3",)]


def test_columns_in_any_order_and_unknown_ones_are_left_out_and_said() -> None:
    parsed = read_list("e-mail;semente;nome\na@x.org;2;Ana\n")
    assert parsed.entries == (NewEntry(("Ana",), seed=2),)
    assert parsed.ignored == ("e-mail",)


def test_without_header_the_second_column_is_the_partner_in_pairs_and_else_the_club() -> None:
    assert read_list("Ana;Bia\n", pairs=True).entries == (NewEntry(("Ana", "Bia")),)
    assert read_list("Ana;Bia\n").entries == (NewEntry(("Ana",), club="Bia"),)


def test_without_header_a_last_column_of_numbers_is_the_seed() -> None:
    assert read_list("Ana;2\nBia;\n").entries == (NewEntry(("Ana",), seed=2), NewEntry(("Bia",)))


def test_a_header_without_names_and_one_that_says_a_thing_twice_are_refused() -> None:
    assert codes(read_list("clube;semente\nA;1\n").violations) == ["column_name_missing"]
    assert codes(read_list("nome;clube;cidade\nAna;A;B\n").violations) == ["column_twice"]


def test_every_problem_of_every_row_is_named_at_once() -> None:
    parsed = read_list(f"nome;clube;semente\n;A;x\n{'é' * 81};B;0\nAna;C;3;D\nBia;;2\n")
    assert row_codes(parsed) == {
        2: [("person_name_missing", "names.0"), ("seed_not_a_whole_number", "seed")],
        3: [("person_name_too_long", "names.0"), ("seed_not_a_whole_number", "seed")],
        4: [("too_many_cells", "")],
    }
    assert parsed.entries == (NewEntry(("Bia",), seed=2),)


@pytest.mark.fault("F63")
@pytest.mark.parametrize("formula", ["=1+1", '=HYPERLINK("http://x")', "+55 21", "-2", "@SUM(A1)"])
def test_a_formula_is_a_name_like_any_other(formula: str) -> None:
    quoted = formula.replace('"', '""')
    assert read_list(f'nome;clube\n"{quoted}";A\n').entries == (NewEntry((formula,), club="A"),)


@pytest.mark.fault("F58")
def test_nul_and_control_characters_are_taken_out_and_names_composed() -> None:
    parsed = read_list("\u2068Jo\x00a\u0303o\x07 Lima\u2069\u200b\n")
    assert parsed.entries == (NewEntry(("João Lima",)),)


@pytest.mark.fault("F64")
def test_two_thousand_rows_are_read_and_one_more_is_refused() -> None:
    lines = [f"Pessoa {number}" for number in range(MAX_ROWS)]
    assert read_list("\n".join(lines)).is_sound
    parsed = read_list("\n".join([*lines, "Mais Uma"]))
    assert [(v.code, dict(v.facts)) for v in parsed.violations] == [
        ("too_many_rows", {"found": MAX_ROWS + 1, "most": MAX_ROWS})
    ]


@pytest.mark.fault("F64")
@pytest.mark.parametrize("data", [b"a" * (MAX_BYTES + 1), "a" * (MAX_BYTES + 1)])
def test_what_is_too_large_is_refused_unread(data: bytes | str) -> None:
    assert codes(read_list(data).violations) == ["file_too_large"]


@pytest.mark.fault("F64")
def test_a_single_huge_cell_is_one_row_with_a_problem() -> None:
    assert row_codes(read_list("a" * 200_000)) == {1: [("person_name_too_long", "names.0")]}


@pytest.mark.fault("F64")
@pytest.mark.parametrize("data", [b"\xd0\xcf\x11\xe0rest", b"%PDF-1.7", b"\xff\xfea"])
def test_an_old_spreadsheet_or_picture_is_refused_unread(data: bytes) -> None:
    assert codes(read_list(data).violations) == ["file_not_text"]


@pytest.mark.parametrize("data", [b"", "", b"\xef\xbb\xbf", " \n\t\n", b"\x00\x00"])
def test_nothing_is_said_to_be_nothing(data: bytes | str) -> None:
    assert codes(read_list(data).violations) == ["file_empty"]


def test_a_header_without_rows_is_empty_too() -> None:
    assert codes(read_list("nome;clube\n").violations) == ["file_empty"]


def test_what_the_spreadsheet_says_of_its_delimiter_is_believed() -> None:
    assert read_list("sep=,\nnome,clube\nAna,A\n").entries == (NewEntry(("Ana",), club="A"),)


def test_reading_the_decoded_text_again_gives_the_same_rows() -> None:
    first = read_list('nome;clube\r\n"Lima; Ana";São Luís\r\n'.encode("cp1252"))
    again = read_list(first.text)
    assert again.rows == first.rows
    assert again.text == first.text
