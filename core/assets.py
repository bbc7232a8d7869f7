"""`python -m core.assets`: build the files that set-up makes and the repository does not contain.

Three assets: compiled translations, the table of time zone names (CLDR, through babel) and the display font.
Each is built only if it is missing or older than its sources, and is replaced as a whole. Only
`requirements-build.in` is needed for it; the running product reads the files.
"""

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from babel import Locale
from babel.core import get_global
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from core.look import face

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
ZONE_NAMES = LOCALE / "zone_names.json"


def compile_catalogs(folder: Path = LOCALE) -> None:
    """Compile each `.po` file whose `.mo` file is missing or older."""
    for source in folder.glob("*/LC_MESSAGES/*.po"):
        compiled = source.with_suffix(".mo")
        if not _is_current(compiled, source):
            _replace(compiled, partial(_compile, source))


def _compile(source: Path, target: Path) -> None:
    """Write the compiled catalog (`.mo`) of the `.po` file `source` to `target`."""
    with source.open("rb") as catalog, target.open("wb") as compiled:
        write_mo(compiled, read_po(catalog))


def write_zone_names(target: Path = ZONE_NAMES) -> None:
    """Write JSON `{language: {time zone: name of its clock}}`, for English and each translation."""
    folders = ["en", *(path.name for path in target.parent.iterdir() if path.is_dir())]
    table = {name.lower().replace("_", "-"): _zone_names(Locale.parse(name)) for name in sorted(folders)}
    text = json.dumps(table, ensure_ascii=False, sort_keys=True)
    _replace(target, lambda part: part.write_text(text, encoding="utf-8"))


def _zone_names(locale: Locale) -> dict[str, str]:
    """Return the name of each time zone's clock; zones without a name are left out.

    The first letter is lower case, as within a sentence, except in English.
    """
    metazones = get_global("meta_zones").items()
    found = {
        zone: locale.meta_zones.get(metazone, {}).get("long", {}).get("generic", "")
        for zone, metazone in metazones
    }
    if locale.language != "en":
        found = {zone: name[:1].lower() + name[1:] for zone, name in found.items()}
    return {zone: name for zone, name in found.items() if name}


def _is_current(made: Path, *sources: Path) -> bool:
    """Return whether the file exists and is at least as new as each source."""
    return made.exists() and all(made.stat().st_mtime >= source.stat().st_mtime for source in sources)


def _replace(target: Path, write: Callable[[Path], object]) -> None:
    """Call `write` with a temporary path beside the target, then move that file over the target."""
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    write(part)
    part.replace(target)


def main() -> int:
    """Build the missing and stale files; return 0, the exit code."""
    compile_catalogs()
    if not _is_current(ZONE_NAMES, Path(__file__), *LOCALE.iterdir()):
        write_zone_names()
    if not face.is_made():
        face.make()
    return 0


if __name__ == "__main__":
    sys.exit(main())
