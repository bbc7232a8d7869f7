"""Creating an account, signing in, and what belongs to the person."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import attempts, services
from accounts.models import User
from accounts.selectors import has_token
from web.callers import address_of
from web.forms.site import NameForm, PasswordForm, SignInForm, SignUpForm
from web.pages import acting, form_page, signed_in

BACKEND = "django.contrib.auth.backends.ModelBackend"
NEW_TOKEN = "new_api_token"  # noqa: S105 - a session key, not a secret


@sensitive_post_parameters("password", "again")
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create an account and sign in; then on to where the visitor wanted to go."""
    if acting(request):
        return redirect(_next(request))
    form = SignUpForm(request.POST or None)
    made: list[User] = []
    if request.method == "POST" and form.run(lambda: made.append(_sign_up(form.cleaned_data))):
        login(request, made[0], BACKEND)
        return redirect(_next(request))
    return form_page(request, "site/sign_up.html", {"form": form, "next": _wanted(request)})


def _sign_up(values: dict[str, Any]) -> User:
    return services.sign_up(values["username"], values["password"], name=values["name"])


def _wanted(request: HttpRequest) -> str:
    """The page of ours that the visitor was on the way to, or nothing."""
    wanted = str(request.POST.get("next") or request.GET.get("next") or "")
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if ours else ""


def _next(request: HttpRequest) -> str:
    return _wanted(request) or "home"


class SignInView(LoginView):
    """Signing in; a wrong password answers 422 with the user name kept, too many of them 429."""

    template_name = "site/login.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Look at the password, unless there were too many attempts a moment ago."""
        if attempts.may_try(self._typed, address_of(request)):
            return super().post(request, *args, **kwargs)
        form = SignInForm(initial={"username": self._typed})
        page = self.render_to_response(self.get_context_data(form=form, too_many=True), status=429)
        page.headers["Retry-After"] = str(attempts.SECONDS)
        return page

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in, and forget what was mistyped before."""
        attempts.succeeded(self._typed)
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Count it, and answer 422, as every refused form."""
        attempts.failed(self._typed, address_of(self.request))
        return self.render_to_response(self.get_context_data(form=form), status=422)

    @property
    def _typed(self) -> str:
        return str(self.request.POST.get("username", ""))


def admin_sign_in(request: HttpRequest) -> HttpResponse:
    """To the one sign-in page and back; 403 for whoever is signed in and may not, or they come here again."""
    if request.user.is_authenticated and not request.user.is_staff:
        return render(request, "site/admin_closed.html", status=403)
    return redirect(f"{resolve_url('login')}?{request.META['QUERY_STRING']}")


class PasswordView(PasswordChangeView):
    """Another password for oneself."""

    template_name = "site/password.html"
    form_class = PasswordForm
    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        """Say that it was done."""
        messages.success(self.request, _("Your password was changed."))
        return super().form_valid(form)

    def form_invalid(self, form: Any) -> HttpResponse:
        """Answer 422, as every refused form."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


def account(request: HttpRequest) -> HttpResponse:
    """One's name, password and the key for the API."""
    player = signed_in(request)
    form = NameForm(request.POST or None, initial={"name": player.name})
    if request.method == "POST" and form.run(lambda: services.rename(player, name=form.cleaned_data["name"])):
        messages.success(request, _("Your name was changed."))
        return redirect("account")
    context = {
        "form": form,
        "player": player,
        "has_token": has_token(player.user),
        "new_token": request.session.pop(NEW_TOKEN, ""),
    }
    return form_page(request, "site/account.html", context)


@require_POST
def token(request: HttpRequest) -> HttpResponse:
    """Make a new key for the API, shown once on the account's page, or take it away."""
    player = signed_in(request)
    if player.user is None:
        return render(request, "403.html", status=403)
    if "revoke" in request.POST:
        services.revoke_token(player.user)
        messages.success(request, _("The key no longer works."))
    else:
        request.session[NEW_TOKEN] = services.renew_token(player.user)
    return redirect("account")
