"""Guessing passwords through the API, counted together with the page's."""

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import attempts
from api.base_view import ApiView
from core.http.callers import address_of
from core.http.limits import Purpose


class SignInApiView(ApiView):
    """Base of a route whose POST takes `username` and `password`: failures are counted, of any name."""

    limited = {"POST": Purpose.SIGN_IN}
    counts_itself = True

    def check_throttles(self, request: Request) -> None:
        """`TooMany` before the password is looked at."""
        if request.method == "POST":
            attempts.try_once(*self._tried)

    def finalize_response(
        self, request: Request, response: Response, *args: object, **kwargs: object
    ) -> Response:
        """The right password is no attempt."""
        if request.method == "POST" and response.status_code < 300:
            attempts.succeeded(*self._tried)
        return super().finalize_response(request, response, *args, **kwargs)

    @property
    def _tried(self) -> tuple[str, str]:
        data = self.request.data
        name = data.get("username", "") if isinstance(data, dict) else ""
        return str(name), address_of(self.request._request)
