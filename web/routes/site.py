"""Addresses outside of any tournament."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from web.views.record import checker
from web.views.site import accounts, crawling, health, home, keys

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("conta/criar/", accounts.sign_up, name="sign_up"),
    path("conta/entrar/", accounts.SignInView.as_view(), name="login"),
    path("conta/sair/", LogoutView.as_view(), name="logout"),
    path("conta/senha/", accounts.PasswordView.as_view(), name="password_change"),
    path("conta/chaves/", keys.make, name="api_keys"),
    path("conta/chaves/tirar/", keys.revoke, name="revoke_api_keys"),
    path("conta/sair-dos-outros/", accounts.sign_out_elsewhere, name="sign_out_elsewhere"),
    path("conta/", accounts.account, name="account"),
    # Who makes somebody read English from elsewhere gains nothing, and without a token a page is everybody's.
    path("idioma/", csrf_exempt(set_language), name="set_language"),
    path("temporadas/<slug:game>/<int:year>/", home.season, name="season"),
    path("check.pyz", checker.check_pyz, name="check_pyz"),
    path("robots.txt", crawling.robots, name="robots"),
    path("favicon.ico", crawling.favicon, name="favicon"),
    path("saude/", health.health, name="health"),
    path("saude/viva/", health.live, name="live"),
    path("saude/pronta/", health.ready, name="ready"),
    path("saude/aviso/", health.delay_notice, name="delay_notice"),
]
