"""The pictures of the guides: every one that is taken is shown, and none is heavy."""

import re

from tools.scripts.guide_pictures import FOLDER, LARGEST, PICTURES

SHOWN = re.compile(r"!\[[^\]]{10,}\]\(imagens/([\w-]+)\.png\)")


def test_each_picture_is_there_small_and_shown_with_its_words() -> None:
    guides = "".join(path.read_text(encoding="utf-8") for path in FOLDER.parent.glob("*.md"))
    taken = {picture.name for picture in PICTURES}
    assert {path.stem for path in FOLDER.iterdir()} == taken
    assert set(SHOWN.findall(guides)) == taken
    assert [path.name for path in FOLDER.iterdir() if path.stat().st_size > LARGEST] == []
