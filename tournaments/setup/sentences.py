"""Messages about pictures of tournaments and about access links."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PICTURE_SENTENCES: Mapping[str, str | Promise] = {
    "picture_missing": _("Choose a picture first."),
    "picture_too_large": _(
        "The file is larger than %(most)s MB. Save it smaller, for example 1600 pixels wide, and choose it "
        "again."
    ),
    "picture_unreadable": _(
        "This picture cannot be read here. Choose a PNG, JPEG or WebP file; save an SVG, a PDF or a "
        "HEIC photo as one of them first."
    ),
    "picture_too_costly": _(
        "This file takes too long to read. Open the picture, save it again as a normal JPEG or PNG, and "
        "choose that one."
    ),
    "picture_too_many_pixels": _(
        "The picture has more than %(most)s million pixels. Save it smaller, for example 1600 pixels wide, "
        "and choose it again."
    ),
    "picture_too_small": _("The picture is less than %(least)s pixels wide or high. Choose a larger one."),
}

ACCESS_SENTENCES: Mapping[str, str | Promise] = {
    "link_not_valid": _(
        "This code no longer works: it is used up, revoked or too old. Ask the organizers for another."
    ),
    "link_role_unknown": _("A link is for judges, for coordinators or for entries."),
    "link_uses_out_of_range": _("A link is for 1 to %(most)s people."),
    "link_days_out_of_range": _("A link works for 1 to %(most)s days."),
    "too_many_links": _("There are already %(most)s links. Revoke one first."),
}
