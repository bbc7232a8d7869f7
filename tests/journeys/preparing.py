"""Before the draw: the tournament from its parts, its staff, its announcement, its entries, the door."""

from collections.abc import Iterable

from playwright.sync_api import expect

from tests.journeys.people import Person

SUBMIT = "main form button.btn-primary"


def create(ana: Person, **chosen: object) -> str:
    """Create a tournament from its parts; its slug."""
    ana.go("/torneios/novo/")
    ana.fill(**chosen).send(SUBMIT)
    assert ana.path.endswith("/equipe/")
    return ana.slug


def help_out(ana: Person, slug: str, username: str, role: str) -> None:
    """Give somebody a role."""
    ana.go(f"/torneios/{slug}/equipe/")
    ana.fill(username=username, role=role).send("aside form button.btn-primary")


def announce(ana: Person, slug: str, channel: str = "grupo da Chama") -> str:
    """Publish the text that the product proposes; the text."""
    ana.go(f"/torneios/{slug}/anuncio/")
    text = ana.page.locator("textarea[name=text]").input_value()
    ana.fill(channel=channel).send(SUBMIT)
    return text


def add(ana: Person, slug: str, *names: str, **more: object) -> None:
    """Enter somebody by hand."""
    ana.go(f"/torneios/{slug}/inscricoes/")
    ana.fill(**{f"names.{place}": name for place, name in enumerate(names)}, **more)
    ana.send("#add-title ~ form button.btn-primary")


def paste(ana: Person, slug: str, lines: Iterable[str], status: int = 200) -> None:
    """Paste a list and look at it; nothing is stored yet."""
    ana.go(f"/torneios/{slug}/inscricoes/importar/")
    ana.fill(text="\n".join(lines)).send(SUBMIT, status)


def look_again(ana: Person, lines: Iterable[str], status: int = 200) -> None:
    """Mend the pasted list where it is shown, and look once more."""
    ana.fill(text="\n".join(lines)).send(SUBMIT, status)


def confirm(ana: Person) -> None:
    """Enter the list that is shown."""
    ana.send("button[name=confirm]")
    assert ana.path.endswith("/inscricoes/")


def entered(ana: Person, slug: str) -> list[str]:
    """The names on the list of entries."""
    ana.go(f"/torneios/{slug}/inscricoes/")
    return ana.page.locator("tbody th[scope=row]").all_inner_texts()


def arrive(judge: Person, name: str, *, pineapple: bool = False) -> None:
    """Check one in on the door page that is open, by one tap."""
    row = judge.page.locator(".door-row", has_text=name)
    if pineapple:
        judge.tap(row.locator("label.check"))
    judge.swap(row.locator(".door-in"))
    expect(judge.page.locator(".door-row.is-here", has_text=name)).to_be_visible()


def all_arrive(judge: Person, slug: str) -> None:
    """Check in everybody who is still missing."""
    judge.go(f"/torneios/{slug}/presenca/")
    judge.page.locator("details.card summary").click()
    judge.send("button[name=act][value=all]")


def confirm_regulation(carla: Person) -> None:
    """From what the draw still misses to the regulation, which is confirmed there."""
    carla.follow(".checklist a[href$='/regulamento/']")
    carla.shoot("10-regulation")
    carla.send("button[name=confirm]")
    carla.sees(".notice-good")


def draw(ana: Person, slug: str, shape: int = 0, **chosen: object) -> str:
    """Publish a draw with the shape at this place; the number it was drawn with."""
    ana.go(f"/torneios/{slug}/sorteio/")
    choice = ana.page.locator("[name=shape]").nth(shape)
    if not choice.is_visible():
        ana.tap(".shapes-field summary")
    choice.check()
    ana.fill(**chosen).send(SUBMIT, 200)
    ana.send("button[name=confirm]")
    return ana.page.locator("#draw-seed").inner_text()
