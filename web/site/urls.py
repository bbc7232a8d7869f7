"""Addresses outside of any tournament."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from web.site import accounts, health, home, keys, mail, passkeys, second_factor, sitemap, static_pages
from web.site.accounts import NewPasswordView

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("conta/criar/", accounts.sign_up, name="sign_up"),
    path("conta/entrar/", accounts.SignInView.as_view(), name="login"),
    path("conta/entrar/codigo/", second_factor.second_step, name="second_step"),
    path("conta/entrar/desafio/", passkeys.begin_challenge, name="passkey_challenge"),
    path("conta/entrar/chave-de-acesso/", passkeys.sign_in_by_passkey, name="passkey_sign_in"),
    path("conta/duas-etapas/", second_factor.settings_page, name="second_factor"),
    path("conta/duas-etapas/chaves-de-acesso/", passkeys.add_passkey, name="passkey_new"),
    path("conta/duas-etapas/chaves-de-acesso/<str:code>/", passkeys.remove_passkey, name="passkey"),
    path("conta/sair/", LogoutView.as_view(), name="logout"),
    path("conta/senha/", accounts.PasswordView.as_view(), name="password_change"),
    path("conta/nova-senha/<str:uidb64>.<str:token>/", NewPasswordView.as_view(), name="new_password"),
    path("conta/esqueci-a-senha/", mail.forgotten_password, name="forgotten_password"),
    path("conta/email/", mail.mail_address, name="mail_address"),
    path("conta/email/outro-link/", mail.send_link_again, name="mail_link_again"),
    path("conta/email/confirmar/<str:token>/", mail.confirm_mail_address, name="confirm_mail_address"),
    path("conta/chaves/", keys.create_key, name="api_keys"),
    path("conta/chaves/tirar/", keys.revoke_key, name="revoke_api_keys"),
    path("conta/calendarios/", keys.change_calendar, name="calendars"),
    path("conta/sair-dos-outros/", accounts.sign_out_elsewhere, name="sign_out_elsewhere"),
    path("conta/sessoes/tirar/", accounts.end_session, name="end_session"),
    path("conta/pagina/", accounts.offer_page, name="offer_page"),
    path("conta/eventos/", accounts.offer_events, name="offer_events"),
    path("conta/", accounts.account, name="account"),
    # Changing another reader's language harms no one, and without a CSRF token the page can be cached.
    path("idioma/", csrf_exempt(set_language), name="set_language"),
    path("sw.js", static_pages.service_worker, name="worker"),
    path("estilo/", static_pages.design, name="design"),
    path("sem-rede/", static_pages.offline_page, name="away"),
    path("seguro/", static_pages.safe_address, name="safe_address"),
    path("seguro/chama.crt", static_pages.authority_certificate, name="authority"),
    path("robots.txt", static_pages.robots, name="robots"),
    path("sitemap.xml", sitemap.sitemap, name="sitemap"),
    path("favicon.ico", static_pages.favicon, name="favicon"),
    path("saude/", health.health, name="health"),
    path("saude/viva/", health.liveness, name="live"),
    path("saude/pronta/", health.readiness, name="ready"),
    path("metricas/", health.metrics, name="metrics"),
    path("saude/aviso/", health.delay_notice, name="delay_notice"),
]
