"""Sentences about Pix keys."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FEE_SENTENCES: Mapping[str, str | Promise] = {
    "pix_kind_unknown": _("Choose what kind of Pix key it is."),
    "pix_cpf_wrong": _("This is not a valid CPF. Check its eleven digits."),
    "pix_cnpj_wrong": _("This is not a valid CNPJ. Check its fourteen characters."),
    "pix_phone_wrong": _("This is not a Brazilian phone number with its area code."),
    "pix_mail_wrong": _("This is not a valid e-mail address."),
    "pix_random_wrong": _(
        "This is not a random key, which has 32 digits and letters from a to f in five groups."
    ),
    "pix_name_missing": _("Write in Latin letters the recipient’s name, as the bank has it."),
    "pix_city_missing": _("Write in Latin letters the recipient’s city."),
    "pix_too_long": _("At most %(most)s characters are allowed here."),
}
