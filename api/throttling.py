"""How often one may try: signing in and signing up, the doors where guessing would pay.

Counted in the cache of each process, so several processes allow a little more. A whole hall sits
behind one address, so the limit an address is wide and the one an account is narrow.
"""

import hashlib

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class _PerAddress(SimpleRateThrottle):
    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count an address and purpose."""
        return f"throttle:{self.scope}:{self.get_ident(request)}"


class SignUpsPerAddress(_PerAddress):
    """New accounts from one address."""

    scope = "sign_up"
    rate = "200/hour"


class LoginsPerAddress(_PerAddress):
    """Attempts to sign in from one address."""

    scope = "login_address"
    rate = "120/min"


class CardsPerAddress(_PerAddress):
    """Cards of tables that are opened from one address."""

    scope = "table_card"
    rate = "300/min"


class LoginsPerAccount(SimpleRateThrottle):
    """Attempts to sign in to one account, from wherever they come."""

    scope = "login_account"
    rate = "10/min"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """One count a user name, whether or not there is such an account."""
        given = request.data.get("username", "") if isinstance(request.data, dict) else ""
        name = str(given)[:150].strip().casefold()
        return f"throttle:{self.scope}:{hashlib.sha256(name.encode(errors='replace')).hexdigest()}"
