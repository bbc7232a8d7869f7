"""Two hooks of the wheel's build (hatchling): one names its dependencies, one checks that it is complete."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

MADE = ("locale/*/LC_MESSAGES/*.mo", "locale/zone_names.json", "static/fonts/display.woff")


def requirements(text: str) -> list[str]:
    """Return the requirements of a `.in` file, without the reasons behind them."""
    return [line.partition("  #")[0].strip() for line in text.splitlines() if line[:1].isalnum()]


class Dependencies(MetadataHookInterface):
    """The hook that takes `project.dependencies` from `requirements.in`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the dependencies in `metadata`, in place."""
        text = (Path(self.root) / "requirements.in").read_text(encoding="utf-8")
        metadata["dependencies"] = requirements(text)


class Completeness(BuildHookInterface[Any]):
    """The hook that refuses a wheel without the files that set-up makes.

    Without them the product would start, but in English and in another font.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Raise `FileNotFoundError` if no file of a kind in `MADE` is there."""
        missing = [pattern for pattern in MADE if not any(Path(self.root).glob(pattern))]
        if missing:
            raise FileNotFoundError(f"{', '.join(missing)}: run `make dist`, which makes them")
