"""What holds for every sheet and every title, not only for those somebody thought of."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from rulesets.games.chama.cards import RANKS
from rulesets.games.chama.cuts import rank_by_cuts
from rulesets.games.chama.placement import player_score
from rulesets.kernel.rules import Kind, Rules
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Sheet, Situation
from rulesets.kernel.titles import TitleParts, check_parts, format_title, parse_title, tidy
from rulesets.registry import game_of
from tests.rules.other_games import WORDS

CHAMA = game_of("chama")
EVERY_ENDING: Mapping[EndedBy, int] = dict.fromkeys(EndedBy, 1)

Scene = tuple[Rules, Situation]


def seats(kind: Kind, tables: int) -> tuple[SeatAt, ...]:
    places = [(side, member) for member in range(kind.team_size) for side in range(1, tables + 1)]
    return tuple(SeatAt(side, f"p{side}{member}") for side, member in places)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Any type, any number of sides (none and one included), any progress of the match."""
    kind = draw(st.sampled_from(CHAMA.kinds))
    count = draw(st.integers(0, kind.tables.high))
    limit = draw(st.sampled_from([None, 1, 600]))
    house = draw(st.sampled_from([{}, {"tie_cut": False}]))
    rules = Rules("chama", kind.key, (), kind.tables, limit, house)
    started, called = draw(st.booleans()), draw(st.booleans())
    return rules, Situation(seats(kind, count), started, called and started)


@st.composite
def any_sheets(draw: st.DrawFn) -> tuple[Scene, Sheet]:
    """Sheets as a careless or hostile client may send them."""
    rules, situation = draw(scenes())
    names = st.sampled_from([*(seat.player for seat in situation.seats), "zeca"])
    keys = st.sampled_from(["intact", "razed", "commanders", "armies", "razed_in_battle", "vassals"])
    counts = st.dictionaries(keys, st.integers(-1, 17), max_size=6)
    orders = st.one_of(st.none(), st.integers(-1, 4))
    line = st.builds(Line, names, counts, st.sampled_from([None, None, *Out]), orders)
    cards = st.sampled_from(["A", "10", "2", "1", ""])
    cut = st.builds(
        Cut, st.lists(st.integers(0, 4), max_size=3).map(tuple), st.lists(cards, max_size=3).map(tuple)
    )
    sheet = Sheet(
        draw(st.sampled_from(EndedBy)),
        tuple(draw(st.lists(line, max_size=5))),
        draw(st.one_of(st.none(), st.integers(-1, 5))),
        tuple(draw(st.lists(cut, max_size=2))),
        draw(st.sampled_from(["", "why"])),
    )
    return (rules, replace(situation, decided=draw(st.booleans()))), sheet


def assert_ranking(situation: Situation, placement: tuple[tuple[int, ...], ...]) -> None:
    """Every side stands at exactly one place and no place is empty."""
    placed = [side for group in placement for side in group]
    assert sorted(placed) == sorted({seat.side for seat in situation.seats})
    assert all(placement)


@given(scenes(), st.integers())
def test_every_random_sheet_stands_and_is_a_legal_ranking(ctx: Scene, seed: int) -> None:
    rules, situation = ctx
    for odds in (None, EVERY_ENDING):
        sheet = CHAMA.random_sheet(rules, situation, Random(seed), odds)
        verdict = CHAMA.judge(rules, situation, sheet)
        assert verdict.stands
        assert CHAMA.tidy(rules, sheet) == sheet
        assert_ranking(situation, verdict.placement)
        assert (verdict.winner is None) is (sheet.ended_by is EndedBy.NONE_ADVANCES)


@given(scenes(), st.integers())
def test_the_same_seed_deals_the_same_sheet(ctx: Scene, seed: int) -> None:
    rules, situation = ctx
    once, again = (CHAMA.random_sheet(rules, situation, Random(seed)) for _ in range(2))
    assert once == again


def test_random_sheets_meet_every_ending_and_cut_ties() -> None:
    rng, met, cuts = Random(7), set(), 0
    for kind in CHAMA.kinds:
        rules = Rules("chama", kind.key, (), kind.tables, 40)
        for _ in range(300):
            situation = Situation(seats(kind, kind.tables.high), True, True)
            sheet = CHAMA.random_sheet(rules, situation, rng, {EndedBy.DISQUALIFICATION: 10})
            met.add((kind.key, sheet.ended_by))
            cuts += bool(sheet.cuts)
    played = [
        ending for ending in EndedBy if ending not in (EndedBy.BYE, EndedBy.NONE_ADVANCES, EndedBy.RULING)
    ]
    assert met == {(kind.key, ending) for kind in CHAMA.kinds for ending in played}
    assert cuts > 10


@given(any_sheets())
def test_any_sheet_at_all_gets_a_verdict(case: tuple[Scene, Sheet]) -> None:
    (rules, situation), sheet = case
    verdict = CHAMA.judge(rules, situation, sheet)
    if verdict.violations:
        assert verdict.winner is None
        assert verdict.placement == ()
    else:
        assert_ranking(situation, verdict.placement)
        assert bool(verdict.open_tie) is (len(verdict.open_tie) > 1)
        assert verdict.winner is None or verdict.placement[0] == (verdict.winner,)


@given(scenes(), st.integers())
def test_a_sheet_judged_in_any_order_of_its_lines_says_the_same(ctx: Scene, seed: int) -> None:
    rules, situation = ctx
    sheet = CHAMA.random_sheet(rules, situation, Random(seed), EVERY_ENDING)
    turned = replace(sheet, lines=sheet.lines[::-1])
    one, other = (CHAMA.judge(rules, situation, each) for each in (sheet, turned))
    assert (one.winner, one.placement, one.scores) == (other.winner, other.placement, other.scores)


@given(
    st.fixed_dictionaries(
        {"intact": st.integers(0, 5), "commanders": st.integers(0, 15), "armies": st.integers(0, 15)}
    ),
    st.sampled_from(["intact", "commanders", "armies"]),
)
def test_one_more_card_always_raises_the_score(counts: dict[str, int], key: str) -> None:
    assert player_score({**counts, key: counts[key] + 1}) > player_score(counts)


@given(st.lists(st.sampled_from(RANKS), min_size=2, max_size=4))
def test_a_cut_ranks_everybody_by_card(cards: list[str]) -> None:
    sides = tuple(range(1, len(cards) + 1))
    groups = rank_by_cuts(sides, [Cut(sides, tuple(cards))])
    shown = [{RANKS.index(cards[side - 1]) for side in group} for group in groups]
    assert all(len(found) == 1 for found in shown)
    assert [found.pop() for found in shown] == sorted({RANKS.index(card) for card in cards})
    assert sorted(side for group in groups for side in group) == list(sides)


NAME_PIECES = st.sampled_from(
    ["Rio", "de", "Duplas", "Duelo", "(", ")", "(Xisum)", "(xisum,", "aliados)", "2025", ",", ":", "é", "é"]
)
NAMES = st.one_of(st.text(max_size=90), st.lists(NAME_PIECES, max_size=6).map(" ".join))


@st.composite
def title_parts(draw: st.DrawFn) -> TitleParts:
    game = WORDS[draw(st.sampled_from(sorted(WORDS)))]
    kind = draw(st.sampled_from(game.kinds)).key
    keys = [variant.key for variant in game.variants]
    variants = draw(st.lists(st.sampled_from(keys), unique=True)) if keys else []
    year = draw(st.integers(1890, 3010))
    return tidy(TitleParts(game.key, kind, draw(NAMES), tuple(variants), year), game)


@given(title_parts())
def test_parts_that_stand_are_read_back_from_their_title(parts: TitleParts) -> None:
    game = WORDS[parts.game]
    if check_parts(parts, game):
        return
    assert parse_title(format_title(parts, game), WORDS).parts == parts


@given(title_parts(), st.randoms(use_true_random=False))
def test_reading_is_lenient_with_case_outside_the_name(parts: TitleParts, rng: Random) -> None:
    game = WORDS[parts.game]
    if check_parts(parts, game):
        return
    kind = next(kind.title_word for kind in game.kinds if kind.key == parts.kind)
    title = format_title(parts, game)
    head = f"{game.title_word}: {kind}"
    shouted = rng.choice([head.upper(), head.lower(), f"  {head}  "]) + title.removeprefix(head)
    assert parse_title(shouted, WORDS).parts == parts


TITLE_PIECES = st.one_of(
    st.sampled_from(["Chama:", "chama :", "Castelo:", "Duelo", "de Duplas", "Duplas", "Campeonato", "Rio"]),
    st.sampled_from(["(Xisum)", "(ALIADOS)", "(Xisum, Sul)", "(", ")", "2024", "2025", "20255"]),
    st.sampled_from(["\u00a0", "\t", "x\u200b", "I\u0307"]),
)


@given(st.one_of(st.text(), st.lists(TITLE_PIECES, max_size=8).map(" ".join)))
def test_what_can_be_read_is_written_canonically_and_read_again(text: str) -> None:
    try:
        parts = parse_title(text, WORDS).parts
    except Refused:
        return
    game = WORDS[parts.game]
    title = format_title(parts, game)
    assert check_parts(parts, game) == ()
    assert parse_title(title, WORDS).parts == parts
    assert format_title(parse_title(title, WORDS).parts, game) == title
