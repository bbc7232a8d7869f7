"""Fields of an announcement in addition to the rules: fee, prizes, contact and Pix key."""

from api.field_docs import doc
from api.strict import StrictFields, Text, WholeNumber
from tournaments.fees.pix import LONGEST_CITY, LONGEST_KEY, PixKind
from tournaments.fees.pix import LONGEST_NAME as LONGEST_PAYEE
from tournaments.setup.create import LONGEST_CONTACT, LONGEST_PRIZES, MAX_FEE

ANNOUNCED_DOCS = {
    "entry_fee": doc(
        "What an entry costs, in cents of a real; null if it was not said, 0 if it is free.", 2500
    ),
    "prizes": doc("What is won, in words; empty if it was not said.", "Um baralho para cada finalista."),
    "contact": doc("Whom to ask, and how; it is public. Empty if it was not said.", "@chamaniteroi"),
    "pix_kind": doc(
        "What the Pix key is: `cpf`, `cnpj`, `phone`, `mail`, `random`; empty if there is none.", "mail"
    ),
    "pix_key": doc("The Pix key that the fee is paid to; public, empty if none.", "taxa@example.org"),
    "pix_name": doc("Who receives the money, as the bank knows them; needed beside a key.", "Clube do Ingá"),
    "pix_city": doc("The recipient's city; needed with a key.", "Niterói"),
}


class AnnouncedInSerializer(StrictFields):
    """The settings of a tournament that are for its announcement only: fee, prizes, contact, Pix key."""

    entry_fee = WholeNumber(
        required=False, allow_null=True, between=(0, MAX_FEE), **ANNOUNCED_DOCS["entry_fee"]
    )
    prizes = Text(required=False, max_length=5000, longest=LONGEST_PRIZES, **ANNOUNCED_DOCS["prizes"])
    contact = Text(required=False, max_length=1000, longest=LONGEST_CONTACT, **ANNOUNCED_DOCS["contact"])
    pix_kind = Text(required=False, max_length=20, known=["", *PixKind], **ANNOUNCED_DOCS["pix_kind"])
    pix_key = Text(required=False, max_length=200, longest=LONGEST_KEY, **ANNOUNCED_DOCS["pix_key"])
    pix_name = Text(required=False, max_length=200, longest=LONGEST_PAYEE, **ANNOUNCED_DOCS["pix_name"])
    pix_city = Text(required=False, max_length=200, longest=LONGEST_CITY, **ANNOUNCED_DOCS["pix_city"])
