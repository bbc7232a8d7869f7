"""A table of kingdoms: one plays on a phone, one without script, one watches; the judge makes the sheet."""

import json
from pathlib import Path

from rulesets.kingdoms import differences
from tests.cast import bruno, caio
from tests.journeys.people import TOUCHED, Meet
from tests.journeys.test_looks import at, faults, who
from tests.servers.site import Site
from tests.services.test_kingdoms_companion import play_out, table


def test_a_table_plays_to_the_sheet_and_a_stranger_plays_it_again(
    live_site: Site, meet: Meet, tmp_path: Path
) -> None:
    tournament, match = table()
    page = at(tournament, f"partidas/{match.code}/reinos/")[0]
    player = who(meet(live_site, locale="en", **TOUCHED), caio())
    judge = who(meet(live_site, locale="en", java_script_enabled=False), bruno())
    watcher = meet(live_site, locale="en")
    watcher.go(page).sees("#kingdoms", "has not begun")
    player.go(at(tournament, "")[0]).follow("a[href$='/reinos/']")
    broken = [*faults(player)]
    player.page.set_viewport_size(TOUCHED["viewport"])
    player.swap("button[value=begin]", to="/reinos/")
    watcher.sees("#realms-title")
    broken += faults(watcher)
    player.page.set_viewport_size(TOUCHED["viewport"])
    judge.go(page).send("[id^=attack-] >> nth=0")
    player.sees("#pick-auto")
    broken += faults(player)
    player.page.set_viewport_size(TOUCHED["viewport"])
    player.swap("#pick-auto", to="/reinos/")
    watcher.sees(".vassals .vassal")
    judge.go(page).send("#undo")
    watcher.sees(".kingdoms-log .is-undone")
    play_out(tournament, match)
    player.sees(".kingdoms-act .lead", "dominates all the others")
    broken += faults(player)
    assert broken == [], "\n".join(broken)
    judge.go(page).send("#make-sheet")
    watcher.go(page).page.locator("summary", has_text="Can I check the dice?").click()
    with watcher.page.expect_download() as download:
        watcher.page.locator("a[href$='/arquivo/']").click()
    assert differences(json.loads(Path(download.value.path()).read_text())) == []
