"""The visual form of a user name: names that look alike have the same one.

The maps are our own and small: the letters of Portuguese, Russian and Greek keyboards. They need not be
complete, since an administrator can stop an impostor; they only prevent the cheap trick.
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
    """Return a user name in look-alike Latin letters, without case and accents.

    It has 0 as o, 1 and i as l, rn as m, vv as w.
    User names ignore case, so i becomes l: a person may write it as I.
    """
    signs = unicodedata.normalize("NFKD", username)
    plain = "".join(_latin_lookalike(sign) for sign in signs if not unicodedata.combining(sign))
    look = plain.casefold().translate(_ONE_STROKE)
    for two, one in _TWO_AS_ONE:
        look = look.replace(two, one)
    return look


def _latin_lookalike(sign: str) -> str:
    """Return the Latin letter or ASCII digit that the character looks like; else the character itself."""
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    return _AS_LATIN.get(sign, sign)
