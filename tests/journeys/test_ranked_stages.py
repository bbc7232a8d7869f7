"""On a phone without JavaScript: a type with Swiss rounds is proposed, accepted and played ranked."""

from tests import cast
from tests.inventions import TEXT, eva
from tests.journeys import preparing
from tests.journeys.people import Meet, Person
from tests.journeys.test_looks import who
from tests.servers.site import Site
from tests.swiss import swiss
from tournaments.models import Tournament

PHONE = {"viewport": {"width": 390, "height": 844}, "java_script_enabled": False, "locale": "en"}
SETUP = "/torneios/novo/"


def test_a_ranked_tournament_begins_with_rounds_that_its_type_was_accepted_with(
    live_site: Site, meet: Meet
) -> None:
    ana = who(meet(live_site, **PHONE), cast.ana())
    propose(ana)
    accept(who(meet(live_site, **PHONE), eva()))
    refused(ana)
    ana.fill(kind="fortaleza@1").send(preparing.SUBMIT)
    tournament = Tournament.objects.get()
    assert (tournament.ranked, tournament.stages) == (True, swiss(3, 4))
    ana.go(f"/torneios/{tournament.slug}/regulamento/").sees("main", "accepted this type with Swiss rounds")
    ana.shoot("94-regulation")


def propose(ana: Person) -> None:
    """The box is in the form, and the type's page says what was ticked."""
    ana.go("/tipos/novo/").fill(title_word="Fortaleza", text_pt=TEXT, need_intact=5, stages=["swiss"])
    ana.shoot("90-type-form")
    ana.send(preparing.SUBMIT)
    ana.sees(".facts dd", "Swiss rounds")
    ana.send("button[value=propose]")


def accept(editor: Person) -> None:
    """The editor reads what the acceptance allows."""
    editor.go("/tipos/revisao/").follow("main li.card a")
    editor.sees("main form", "ranked tournaments of this type may begin with Swiss rounds")
    editor.shoot("91-type-review")
    editor.fill(decision="accept", reason="Joguei, e funciona.").send("main form button.btn-primary")


def refused(ana: Person) -> None:
    """With a type of the book the refusal is at the field, and everything typed stays."""
    ana.go(SETUP).tap("#stages summary")
    ana.fill(name="Mariapaulista", year=2026, ranked=True, sizes="3-4")
    ana.fill(stage="swiss", swiss_rounds=3, advance=4)
    ana.shoot("92-set-up")
    ana.send(preparing.SUBMIT, 422)
    ana.sees(".field:has([name=ranked])", "make the tournament unranked")
    ana.shoot("93-set-up-refused")
