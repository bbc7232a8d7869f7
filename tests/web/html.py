"""What tests read in pages."""

import re
from typing import Any


def text(response: Any) -> str:
    """The page as a browser takes it: a run of blanks is one."""
    return re.sub(r"\s+", " ", response.content.decode())
