"""The day that must work, until the draw is published; `day_tables` and `day_end` go on."""

import re
from dataclasses import dataclass, field

from playwright.sync_api import expect

from tests.journeys import following, preparing
from tests.journeys.people import TOUCHED, Meet, Person
from tests.journeys.place import Place

PLAIN = "Chama: Campeonato Mariapaulista 2026"
TITLE = "Chama: Campeonato Mariapaulista (Calouro do Chacrinha) 2026"
PARTS: dict[str, object] = {
    "sizes": "2-4",
    "time_limit": 40,
    "multiplier": 2,
    "ranked": True,
    "tables": 3,
    "venue": "Casa das Rosas, Avenida Paulista 37",
    "zone": "America/Sao_Paulo",
    "starts_on": "2099-11-22",
    "starts_time": "09:00",
    "capacity": 16,
}
LIST = ["Fábio Nunes;Santos;2", "Gil Prado;Santos;", "Hugo Sá;Niterói;3", "Íris Melo;;", "Joana Dark;Campos;"]
LIST += ["Lia Reis;Niterói;", "Mara Dias;;", "Nina Luz;Campos;4"]
HEADING = "nome;clube;semente"
SEVEN_MATCHES = 2  # the third shape for ten entries: tables of 3, 3, 2 and 2, then duels


@dataclass
class Day:
    """Ana organizes, Carla coordinates, Bruno judges with a phone, Caio plays, a visitor follows.

    `without_place`: who was disqualified, or never played.
    """

    place: Place
    meet: Meet
    slug: str = ""
    without_place: int = 0
    people: dict[str, Person] = field(default_factory=dict)

    def person(self, name: str, **options: object) -> Person:
        """Somebody of the day, who comes with their browser when first asked for."""
        if name not in self.people:
            self.people[name] = self.meet(self.place.site, **options)
        return self.people[name]

    def at(self, path: str = "") -> str:
        """An address under the tournament."""
        return f"/torneios/{self.slug}/{path}"

    def set_up(self) -> None:
        """Accounts; the tournament from its parts, refused while they are wrong; who helps."""
        ana = self.person("ana").sign_up("Ana Mariapaulista", "/torneios/novo/")
        self.name_it(ana)
        ana.fill(**{**PARTS, "time_limit": 0, "starts_on": ""}).send(preparing.SUBMIT, 422)
        ana.shoot("01-new-tournament-refused")
        assert ana.page.locator("[name=venue]").input_value() == PARTS["venue"]
        assert ana.page.locator("[name=variants]:checked").count() == 1
        ana.fill(**PARTS).send(preparing.SUBMIT)
        self.slug = ana.slug
        self.gate_names_everything(ana)
        self.find_helpers(ana)

    def name_it(self, ana: Person) -> None:
        """The title is written as its parts are typed."""
        ana.page.locator("[name=name]").press_sequentially("Mariapaulista")
        ana.sees("#title-preview .preview", re.compile(rf"^\s*{PLAIN}"))
        ana.fill(kind="campeonato", variants=["calouro-do-chacrinha"])
        assert TITLE in ana.sees("#title-preview .preview", TITLE).inner_text()
        ana.shoot("01-new-tournament")

    def gate_names_everything(self, ana: Person) -> None:
        """What a ranked draw needs is listed at once, each with the way to mend it."""
        ana.go(self.at("sorteio/"))
        missing = ana.page.locator(".checklist .is-missing")
        assert missing.count() == 5
        assert missing.locator("a").count() == 5
        ana.shoot("02-gate-all-missing")

    def find_helpers(self, ana: Person) -> None:
        """Somebody unknown is refused; Carla coordinates and Bruno judges."""
        self.person("carla").sign_up("Carla Coordena")
        self.person("bruno", **TOUCHED).sign_up("Bruno Juiz")
        ana.go(self.at("equipe/"))
        ana.fill(username="brunno", role="judge").send("aside form button.btn-primary", 422)
        assert ana.page.locator("[name=username]").last.input_value() == "brunno"
        preparing.help_out(ana, self.slug, "carla", "coordinator")
        preparing.help_out(ana, self.slug, "bruno", "judge")
        assert ana.page.locator("tbody tr").count() == 3
        ana.shoot("03-staff")

    def announce_and_enter(self) -> None:
        """Nothing is public before the announcement; then people enter in three ways."""
        ana, visitor = self.person("ana"), self.person("visitor", color_scheme="dark")
        visitor.go(self.at(), 404)
        text = preparing.announce(ana, self.slug)
        ana.shoot("04-announced")
        assert TITLE in text
        assert self.place.site.base not in text  # no phone reaches what only this computer does
        self.caio_enters(self.at())
        preparing.add(ana, self.slug, "Eva Rocha", club="Rio", seed=1)
        self.refuse_namesake(ana)
        self.import_list(ana)
        visitor.go("/").follow(f"a[href='{self.at()}']")

    def caio_enters(self, address: str) -> None:
        """From the page that was announced, making an account on the way."""
        caio = self.person("caio", **TOUCHED).go(address)
        caio.shoot("05-link-on-a-phone")
        caio.follow(f"a[href='{self.at('inscrever-se/')}']")
        assert caio.path.startswith("/conta/entrar/")
        caio.follow("main a[href^='/conta/criar/']")
        secret = "seis reinos intactos"
        caio.fill(name="Caio do Rio", username="caio", password=secret, again=secret).send(preparing.SUBMIT)
        assert caio.path == self.at("inscrever-se/")
        caio.send(preparing.SUBMIT)
        caio.sees(".badge-wait")
        caio.shoot("05-entered")

    def refuse_namesake(self, ana: Person) -> None:
        """The same name again is a question, with what was typed kept."""
        ana.fill(**{"names.0": "Eva Rocha", "club": "Lapa"})
        ana.send("#add-title ~ form button.btn-primary", 422)
        assert ana.page.locator("[name=club]").input_value() == "Lapa"
        ana.sees("[name=namesake]")
        ana.shoot("06-namesake")

    def import_list(self, ana: Person) -> None:
        """A list with faulty rows is refused with all of them and nothing stored; mended, it goes in."""
        faulty = [HEADING, *LIST[:5], "Eva Rocha;Rio;", "Lia Reis;Niterói;dois", *LIST[6:]]
        preparing.paste(ana, self.slug, faulty, 422)
        assert ana.page.locator("tr.is-wrong").count() == 2
        ana.shoot("07-list-refused")
        carla = self.person("carla")
        assert preparing.entered(carla, self.slug) == ["Caio do Rio", "Eva Rocha"]
        preparing.look_again(ana, [HEADING, *LIST])
        ana.shoot("07-list-right")
        preparing.confirm(ana)
        assert len(preparing.entered(carla, self.slug)) == 10
        carla.shoot("08-entries")

    def check_in(self) -> None:
        """Bruno at the door; the draw waits for eight people."""
        bruno, carla = self.person("bruno"), self.person("carla")
        bruno.go(self.at("presenca/"))
        preparing.arrive(bruno, "Caio do Rio", pineapple=True)
        preparing.arrive(bruno, "Eva Rocha", pineapple=True)
        bruno.page.locator("#door-search").fill("íris")
        expect(bruno.page.locator(".door-row")).to_have_count(1)
        preparing.arrive(bruno, "Íris Melo")
        bruno.shoot("09-door")
        carla.go(self.at("sorteio/"))
        expect(carla.page.locator(".checklist .is-missing")).to_have_count(2)
        carla.shoot("10-too-few")
        preparing.confirm_regulation(carla)
        preparing.all_arrive(bruno, self.slug)
        expect(bruno.page.locator(".door-row.is-here")).to_have_count(10)
        bruno.shoot("09-door-all")

    def draw(self) -> None:
        """Shapes side by side; one is chosen, and the draw with its number is public at once."""
        carla, visitor = self.person("carla"), self.person("visitor")
        following.stay(visitor, self.at())
        carla.go(self.at("sorteio/"))
        assert carla.page.locator(".shape-choice svg.shape").count() > SEVEN_MATCHES
        carla.shoot("11-shapes")
        number = preparing.draw(carla, self.slug, SEVEN_MATCHES)
        assert re.fullmatch("[0-9a-f]{64}", number)
        carla.shoot("12-drawn")
        self.call_before_the_start(carla)
        following.comes(visitor, "#on-now")
        following.comes(visitor, f".tabs a[href='{self.at('chave/')}']")
        caio = self.person("caio").go(self.at("sorteio/"))
        assert caio.page.locator("#draw-seed").inner_text() == number

    def call_before_the_start(self, carla: Person) -> None:
        """No table is called before the planned start, until the coordinator says so."""
        carla.go(self.at("painel/"))
        assert carla.page.locator(".day-match [id^=sheet-]").count() == 0
        carla.shoot("12-before-the-start")
        carla.send("form[action$='/chamar/'] button")
