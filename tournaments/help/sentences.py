"""Messages of refused calls for help."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

HELP_SENTENCES: Mapping[str, Promise] = {
    "help_whom_unknown": _("A table asks for a judge or for the coordinator."),
    "help_too_often": _(
        "This table has asked %(most)s times within %(minutes)s minutes. Help is coming; wave if it is "
        "urgent."
    ),
    "help_taken": _("%(name)s is already on the way there."),
    "help_done": _("Someone has already been there."),
}
