"""Sentences of refusals that only the API has; all other codes are described by lower layers."""

import logging
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.messages import text_for_code

log = logging.getLogger(__name__)

SENTENCES: Mapping[str, Promise] = {
    "if_match_malformed": _('If-Match takes one record number in quotes, as in "123".'),
    "idempotency_key_malformed": _("An Idempotency-Key has 1 to 80 visible ASCII characters and no spaces."),
    "idempotency_key_reused": _("This Idempotency-Key was used for another request."),
    "table_unknown": _("There is no table “%(table)s” in this hall."),
    "body_too_large": _("This request is too large: at most %(most)s bytes are accepted here."),
    "odd_characters": _(
        "This text has characters that are not accepted: a NUL, half of a surrogate pair, or more "
        "than thirty accents on one letter."
    ),
    "too_many_keys": _("One object has at most %(most)s keys."),
    "too_deep": _("Objects and lists can be nested at most %(most)s levels deep."),
    "unknown_fields_more": _("… and %(more)s more unknown fields."),
    "more_violations": _("… and %(more)s more like these."),
    "too_many_named": _("At most %(most)s items can be named at once, each by a short name."),
    "malformed_json": _("The body is not valid JSON."),
    "second_factor_needed": _(
        "Organizers need two-step verification on this site. Turn it on under “Account” first."
    ),
    "https_only": _(
        "The API requires https. A key that was sent without it may have been read by others: create "
        "a new one."
    ),
    "not_authenticated": _("Sign in first: this needs an account."),
    "token_scope": _("This token may not do that: it needs the scope “%(needed)s”."),
    "organizer_on_page": _(
        "Only the page %(page)s, which asks for your password again, can make another person an "
        "organizer. A token is not enough."
    ),
    "credentials_refused": _("User name and password do not match an account."),
    "code_needed": _("This account has two-step verification: also send the code, as “code”."),
    "database_takes_no_changes": _(
        "Nothing was saved, because the database is read-only at the moment. Send it again later."
    ),
    "database_unavailable": _("The database cannot be reached right now. Please try again."),
}


def detail_for(code: str, facts: Mapping[str, object]) -> str:
    """Return the sentence for a code, of any app, in the language of the request, with these facts in it.

    Return the code itself, and log an error, if there is no sentence or a fact is missing.
    """
    try:
        return str(SENTENCES[code]) % facts if code in SENTENCES else text_for_code(code, facts)
    except KeyError:
        log.error("no text for %s with %s", code, sorted(facts))
        return code
