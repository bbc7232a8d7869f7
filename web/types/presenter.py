"""Invented types for their pages: how to win, what the sheet counts, changes between versions."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import ndiff

from django.utils.text import capfirst, get_text_list
from django.utils.translation import get_language, gettext

from catalogue.facts import TypeFacts, check, key_and_definition, warnings
from catalogue.models import Proposal, Revision, TypeState
from catalogue.selectors import SpokenText, kind_of, text_in_language
from core.errors import Violation
from rulesets.kernel.rules import Kind
from rulesets.names import count_name, kind_note, level_name
from rulesets.registry import GAMES, composer
from rulesets.sentences_composed import how_one_wins
from tournaments.stage_words import stages_in_words

EXAMPLE = "Mariapaulista 2026"


@dataclass(frozen=True, slots=True)
class TypeView:
    """A type in words; `proposal` is None for a type of the rulebook, which may have a `note` instead.

    `stages`: what its ranked tournaments may begin with; "" for the bracket alone.
    """

    kind: Kind
    game: str
    how: str
    sizes: str
    level: str
    counts: str
    title: str
    stages: str = ""
    note: str = ""
    proposal: Proposal | None = None

    @property
    def rules_text(self) -> SpokenText | None:
        """Return the rules in the reader's language, else in Portuguese, as typed.

        None for a type of the rulebook.
        """
        return text_in_language(get_language() or "", self.proposal) if self.proposal else None


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact that differs between two versions."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of a diff; `mark` is `+`, `-` or a blank."""

    mark: str
    text: str


def view_of(kind: Kind, game: str, proposal: Proposal | None = None) -> TypeView:
    """Return a type in words."""
    low, high = kind.tables.low, kind.tables.high
    return TypeView(
        kind=kind,
        game=game,
        how=how_one_wins(kind),
        sizes=str(low) if low == high else f"{low}–{high}",
        level=level_name(kind.level),
        counts=get_text_list([count_name(field.key) for field in kind.fields], gettext("and")),
        title=f"{GAMES[game].title_word}: {kind.title_word} {EXAMPLE}",
        stages=stages_in_words(kind.stages),
        note="" if kind.is_composed else kind_note(game, kind.key),
        proposal=proposal,
    )


def proposal_view(proposal: Proposal) -> TypeView:
    """Return a proposal in words."""
    return view_of(kind_of(proposal), proposal.game, proposal)


@dataclass(frozen=True, slots=True)
class TypePreview:
    """The preview of a typed type: its view once it is valid, with violations and warnings."""

    view: TypeView | None
    violations: tuple[Violation, ...] = ()
    warnings: tuple[Violation, ...] = ()


def preview_type(facts: TypeFacts) -> TypePreview:
    """Return how the type of these facts is won, or what is wrong with them; raise and store nothing.

    The text of the rules may be missing.
    """
    wrong = tuple(found for found in check(facts) if not found.field.startswith("text_"))
    if wrong:
        return TypePreview(None, wrong)
    kind = composer(facts.game).kind_from(*key_and_definition(facts, 1))
    return TypePreview(view_of(kind, facts.game), (), warnings(facts))


def differences(old: Revision, new: Revision) -> list[Difference]:
    """Return the facts that changed, in words."""
    before, after = (dict(_labelled_facts(revision)) for revision in (old, new))
    return [
        Difference(label, before[label], after[label]) for label in after if before[label] != after[label]
    ]


def text_lines(old: str, new: str) -> list[TextLine]:
    """Return the diff of two texts, line by line, with equal lines too; empty if the texts are equal."""
    if old == new:
        return []
    lines = ndiff(old.split("\n"), new.split("\n"))
    return [TextLine(line[0], line[2:]) for line in lines if line[0] != "?"]


def _labelled_facts(revision: Revision) -> Iterator[tuple[str, str]]:
    """Yield label and value, in words, of what a revision says about its type; the same labels each time."""
    proposal = revision.proposal
    shown = view_of(composer(proposal.game).kind_from(proposal.key, revision.definition), proposal.game)
    yield gettext("Name of the type"), shown.kind.title_word
    yield gettext("How to win"), shown.how
    yield gettext("Level"), capfirst(shown.level)
    yield gettext("Entries at a table"), shown.sizes
    yield gettext("What the sheet counts"), shown.counts
    yield gettext("If ranked, may begin with"), shown.stages or gettext("nothing: the bracket alone")


def review_changes(proposal: Proposal) -> dict[str, object]:
    """Return the context of the changes since the editors' last review, else since the accepted version.

    `since` is the old revision, `differences` its facts that changed, `texts` a diff for each changed text.
    {} if nothing changed, or this is the first version and no review asked for changes.
    """
    new, old = proposal.revisions.last(), _compared_revision(proposal)
    if new is None or old is None or old.sha256 == new.sha256:
        return {}
    return {
        "since": old,
        "differences": differences(old, new),
        "texts": [
            found
            for found in (text_lines(old.text_pt, new.text_pt), text_lines(old.text_en, new.text_en))
            if found
        ],
    }


def _compared_revision(proposal: Proposal) -> Revision | None:
    """Return the revision about which an editor last asked for changes.

    Without one, the latest of the accepted version; None for the first version of a type.
    """
    asked = proposal.steps.filter(act="changes_asked").select_related("revision__proposal").last()
    if asked is not None:
        return asked.revision
    before = Proposal.objects.filter(
        game=proposal.game, key=proposal.key, version__lt=proposal.version,
        state__in=(TypeState.ACCEPTED, TypeState.SUPERSEDED),
    )  # fmt: skip
    latest = before.order_by("version").last()
    return latest.revisions.select_related("proposal").last() if latest else None
