"""How a user name looks: two that a hurried eye takes for each other have one look.

The maps are our own and small: what a keyboard for Portuguese, Russian or Greek gives. They need not know
every sign, since an administrator can sign an impostor out; they only keep the cheap trick from working.
"""

import unicodedata

_SMALL = dict(zip("аеорсухѕіјԁԛԝӏкмт", "aeopcyxsijdqwlkmt", strict=True))
_CAPITAL = dict(zip("АВЕЗКМНОРСТУХЅІЈ", "abe3kmhopctyxsij", strict=True))
_GREEK = dict(zip("αγηικνορτυχω", "aynikvoptuxw", strict=True))
_GREEK_CAPITAL = dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx", strict=True))
_LATIN = dict(zip("ıɩƖłŁøØđĐɑɡ", "iiillooddag", strict=True))
_AS_LATIN = _SMALL | _CAPITAL | _GREEK | _GREEK_CAPITAL | _LATIN

_ONE_STROKE = str.maketrans({"i": "l", "1": "l", "0": "o"})
_TWO_AS_ONE = (("rn", "m"), ("vv", "w"))


def look_of(username: str) -> str:
    """What is left of a user name without case, accents, and what tells 0 from o, 1 and i from l, rn from m.

    User names are one in any case, so i is taken for l: a person may write it as I.
    """
    signs = unicodedata.normalize("NFKD", username)
    plain = "".join(_plain(sign) for sign in signs if not unicodedata.combining(sign))
    look = plain.casefold().translate(_ONE_STROKE)
    for two, one in _TWO_AS_ONE:
        look = look.replace(two, one)
    return look


def _plain(sign: str) -> str:
    """A Latin letter or an ASCII digit for a sign that looks or counts like one; else the sign."""
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    return _AS_LATIN.get(sign, sign)
