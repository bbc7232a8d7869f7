"""Sentences about Pix keys."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FEE_SENTENCES: Mapping[str, str | Promise] = {
    "pix_kind_unknown": _("Say what kind of Pix key it is."),
    "pix_cpf_wrong": _("This is no CPF. Check its eleven digits."),
    "pix_cnpj_wrong": _("This is no CNPJ. Check its fourteen characters."),
    "pix_phone_wrong": _("This is no Brazilian phone number with its area code."),
    "pix_mail_wrong": _("This is no e-mail address."),
    "pix_random_wrong": _("This is no random key: it has 32 digits and letters from a to f in five groups."),
    "pix_name_missing": _("Say in Latin letters who receives the money, as the bank knows them."),
    "pix_city_missing": _("Say in Latin letters the city of who receives the money."),
    "pix_too_long": _("This has at most %(most)s characters."),
}
