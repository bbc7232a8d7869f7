"""Sentences for refusals about people and accounts, in the reader's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from core.errors import Violation

SENTENCES: Mapping[str, Promise] = {
    "person_name_missing": _("Please enter a name."),
    "looks_like_contact": _("“%(contact)s” looks like contact details and would be public."),
    "person_name_invisible": _(
        "The name contains an invisible character (%(character)s). Type it instead of pasting it."
    ),
    "person_name_too_long": _("A name has at most %(most)d characters."),
    "username_invalid": _("A user name has at most %(most)d characters: letters, digits and @ . + - _ only."),
    "username_taken": _("The user name “%(username)s” is taken. Choose another."),
    "username_looks_alike": _(
        "The user name “%(username)s” looks too much like one that is taken. Add your last name or "
        "your city, for example; other accents or look-alike characters (0 and o; 1, i and l) are "
        "not enough."
    ),
    "password_too_short": ngettext_lazy(
        "A password has at least %(min_length)d character.",
        "A password has at least %(min_length)d characters.",
        "min_length",
    ),
    "password_too_common": _("This password is one of the first that attackers try."),
    "password_too_similar": _("This password is too much like your name or user name."),
    "mail_address_invalid": _("This is not an e-mail address. It looks like name@example.com."),
    "mail_address_same": _("This is your address already."),
    "mail_address_taken": _("This address belongs to another account of this site. Remove it there first."),
    "mail_link_over": _(
        "This link no longer works: it is valid for one day, once, and for the address that you gave last."
    ),
    "password_wrong": _("This is not your password."),
    "code_wrong": _(
        "This code is wrong or has already been used. Wait for the next one, or use a recovery code."
    ),
    "passkey_name": _("Give the passkey a name of at most %(most)d characters, such as “My phone”."),
    "passkey_late": _(
        "This attempt has expired or was already used: each one works once, within five minutes. Start again."
    ),
    "passkey_wrong": _(
        "This passkey doesn’t belong to this account. Choose another one, or sign in with your "
        "password and a code."
    ),
    "passkey_not_made": _("Your device sent no passkey that works here. Start again, or try another device."),
    "passkey_known": _("This passkey is already in use. Create another one, or try another device."),
    "passkey_copied": _(
        "“%(name)s” has been used on another device since: it may have been copied. Sign in with your "
        "password and a"
        " code, then remove that passkey."
    ),
    "too_many_passkeys": _("You already have %(most)d passkeys. Remove one first."),
    "second_factor_demanded": _(
        "Organizers need two-step verification on this site. Add another passkey or an authenticator app "
        "before you remove this one."
    ),
    "token_name_invalid": _("The name of a key has at most %(most)d characters."),
    "token_days": _("A key can be valid for 1 to %(most)d days."),
    "too_many_tokens": _(
        "You already have %(most)d keys. Revoke one first: the one unused for the longest time is "
        "“%(name)s” (%(id)s)."
    ),
    "sole_organizer": _(
        "%(title)s has no other organizer. Add another organizer under “Staff” first, or cancel or delete it."
    ),
    "minor_has_no_page": _("People under 18 have no public page here."),
    "minor_is_own": _("They have an account: only they can declare that they are 18 or older."),
    "merge_same": _("These two are the same record."),
    "merge_two_accounts": _("Both have an account. First remove the one that is no longer used."),
    "merge_same_tournament": _(
        "Both take part in %(title)s. Resolve that there first: a player can’t play against themselves."
    ),
    "split_nothing": _("Choose at least one tournament that the other person played."),
    "split_all": _("Leave at least one tournament to the first person."),
    "merge_both_play": _("Both are at a table right now. Wait until one of the matches is over."),
}


def knows(code: str) -> bool:
    """Return whether this app has a sentence for the code."""
    return code in SENTENCES


def text_for_violation(violation: Violation) -> str:
    """Return the sentence in the active language. Raise `KeyError` for another app's code."""
    return str(SENTENCES[violation.code] % violation.facts)
