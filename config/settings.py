"""All settings, one file; every difference between machines is an environment variable.

Without any variable this is the *embedded mode*: SQLite and an in-memory broker, everything under
`DATA_DIR`. `DATABASE_URL` and `CELERY_BROKER_URL` make it the *full mode*.
"""

import re
import sys
import tomllib
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from secrets import token_hex
from typing import Any

import environ
from csp.constants import NONE, SELF

from config.broker import QUEUES, ROUTES, consumer_options, producer_options
from config.checked_settings import mail_settings, push_key, site_webhooks, trusted_origins
from config.env_secrets import env_secret, missing_secrets, require_database_url, split_list, with_password
from config.openapi import openapi_settings
from config.static_headers import add_headers
from core.secure_files import get_or_create_key, secure_file, secure_folder

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("DATA_DIR", default=str(BASE_DIR / "var"))).resolve()
VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

_database_url = require_database_url(env.bool("DATABASE_REQUIRED", default=False), env_secret("DATABASE_URL"))


def _get_or_create_secret_key() -> str:
    """Return Django's key from the environment, else one created once and stored in DATA_DIR."""
    return env_secret("SECRET_KEY") or get_or_create_key(secure_folder(DATA_DIR))


def _get_or_create_signing_key() -> str:
    """Return the key that signs heads of records, 32 bytes in hexadecimal; "" if nothing is signed.

    From the environment; on a laptop else created once and stored in DATA_DIR. All processes of a site
    need the same key, so a server without one signs nothing. Exit if it is no key.
    """
    given = env_secret("SIGNING_KEY").strip().lower()
    if given and not re.fullmatch(r"[0-9a-f]{64}", given):
        sys.exit("SIGNING_KEY is not a key: 64 hexadecimal digits, such as `openssl rand -hex 32` prints.")
    if given or _database_url:
        return given
    return get_or_create_key(secure_folder(DATA_DIR), "signing_key", partial(token_hex, 32))


SECRET_KEY = _get_or_create_secret_key()
SIGNING_KEY = _get_or_create_signing_key()
NOT_GIVEN = missing_secrets("SECRET_KEY", "SIGNING_KEY", "DATABASE_URL", "CELERY_BROKER_URL")
SECRET_KEY_FALLBACKS = split_list(env_secret("SECRET_KEY_FALLBACKS"))
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = trusted_origins(env.list("CSRF_TRUSTED_ORIGINS", default=[]))
HTTPS = env.bool("HTTPS", default=False)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "core",
    "accounts",
    "rulesets",
    "matches",
    "tournaments",
    "records",
    "scheduling",
    "notices",
    "simulation",
    "operating",
    "laptop",
    "catalogue",
    "web",
    "api",
]

MIDDLEWARE = [
    "core.http.access.Access",
    "web.http.middleware.Probes",
    "web.http.middleware.ServerTime",
    "api.cors.PublicReads",
    "web.response_cache.middleware.ResponseCacheMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "web.http.middleware.CompressPages",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "web.http.middleware.ContentPolicy",
    "config.request_guard.RequestGuard",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "core.http.language.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.signing_in.sessions.Authentication",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.http.middleware.PrivatePages",
    "web.http.middleware.SecondFactorFirst",
    "web.http.middleware.PasswordAgain",
    "web.http.errors.RefusalMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.context.site_context",
            ],
        },
    },
]

# --- database -----------------------------------------------------------------------------------

SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000; "
    "PRAGMA temp_store=MEMORY; PRAGMA secure_delete=ON;",
}
POOLER = env.bool("POOLER", default=False)  # of transactions, for PostgreSQL: docs/operating/scaling.md
POSTGRES_OPTIONS = {"server_side_binding": True, "prepare_threshold": None if POOLER else 3}
"""Prepared statements save a fifth of a result's work; behind a pooler connections change between them."""
POOL = {"min_size": 1, "max_idle": 10, "timeout": 3, "reconnect_timeout": 3}
"""Seconds: how long idle connections live, a page waits for one, and the pool waits for PostgreSQL."""


def _database_settings() -> dict[str, object]:
    """Return the settings of the default database: SQLite in DATA_DIR, or the one of DATABASE_URL.

    Without DATABASE_URL it creates DATA_DIR and the file of SQLite, readable by this account only.
    """
    if not _database_url:
        path = secure_file(secure_folder(DATA_DIR) / "chama.sqlite3")
        return {"ENGINE": "core.db.sqlite3", "NAME": path, "CONN_MAX_AGE": None, "OPTIONS": SQLITE_OPTIONS}
    database: dict[str, Any] = environ.Env.db_url_config(_database_url)
    database["HOST"] = str(database.get("HOST", "")).replace("%2F", "/").replace("%2f", "/")
    if database["ENGINE"] == "django.db.backends.sqlite3":
        return {**database, "ENGINE": "core.db.sqlite3", "OPTIONS": SQLITE_OPTIONS}
    database["PASSWORD"] = database["PASSWORD"] or env_secret("DATABASE_PASSWORD")
    options = {**POSTGRES_OPTIONS, **database.get("OPTIONS", {})}
    database["DISABLE_SERVER_SIDE_CURSORS"] = POOLER
    shared = env.int("CONNECTIONS", default=0)
    if not shared:
        return {**database, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
    options["pool"] = {**POOL, "max_size": shared}
    return {**database, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}


DATABASES = {"default": _database_settings()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- caches (core.cache.response_cache) ----------------------------------------------------------


def _cache_settings(url: str) -> dict[str, object]:
    """Return the settings for a cache's address (`redis://…`); without it each process has its own cache."""
    if not url:
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 2000}}
    patience = {"socket_connect_timeout": 0.2, "socket_timeout": 0.5}
    options = {"serializer": "core.cache.response_cache.BytesSerializer", **patience}
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url, "OPTIONS": options}


PLANNER_SECONDS = env.float("PLANNER_SECONDS", default=10.0)  # of CP-SAT, if it is installed
PLANNER_BREATH = 0.0 if _database_url else 0.003  # pause after each millisecond of planning on a laptop
DELAY_SECONDS = 5.0  # at most this often pages read whether scheduling is delayed
BROKER_PASSWORD = env_secret("BROKER_PASSWORD")
CACHES = {
    "default": _cache_settings(with_password(env_secret("CACHE_URL"), BROKER_PASSWORD)),
    "local": _cache_settings(""),
}

# --- people -------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "accounts.backends.AccountsBackend",
    "django.contrib.auth.backends.ModelBackend",  # for sessions from before 0.1 only
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
OLDER_HASHERS = [  # accepted, and replaced at the next sign-in (docs/adr/0017-passwords-and-user-names.md)
    *(["django.contrib.auth.hashers.Argon2PasswordHasher"] if find_spec("argon2") else []),
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.ScryptPasswordHasher", *OLDER_HASHERS]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "config.passwords.EverydayPasswordValidator"},
]
COMMON_PASSWORDS = env.str("COMMON_PASSWORDS", default="")  # the site's own list, one a line, or none
if COMMON_PASSWORDS and not Path(COMMON_PASSWORDS).is_file():
    sys.exit("COMMON_PASSWORDS does not name a file: a list of passwords to refuse, one per line.")

KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 - a model
REST_KNOX = {"TOKEN_PREFIX": "chama_"}  # so that a key in a log or in public code is recognized
MIGRATION_MODULES = {"knox": None}  # our model replaces knox's own, which gets no table

# --- language and time --------------------------------------------------------------------------

LANGUAGE_CODE = "pt-br"
LANGUAGES = [("pt-br", "Português"), ("en", "English"), ("es", "Español")]  # each name in its own language
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_VENUE_ZONE = env.str("DEFAULT_VENUE_ZONE", default="America/Sao_Paulo")

# --- static files and headers -------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
COLLECTED_STATIC = env.bool("COLLECTED_STATIC", default=False)
STATIC_ROOT = BASE_DIR / "staticfiles" if COLLECTED_STATIC else None  # a missing one makes a warning
WHITENOISE_USE_FINDERS = not COLLECTED_STATIC
WHITENOISE_ADD_HEADERS_FUNCTION = add_headers
WHITENOISE_ALLOW_ALL_ORIGINS = False  # other sites have their own files
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if COLLECTED_STATIC
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "manifest-src": [SELF],
    }
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"
SESSION_ENGINE = "accounts.signing_in.sessions"
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
SESSION_COOKIE_AGE, PASSWORD_RESET_TIMEOUT = env.int("SESSION_DAYS", default=14) * 86_400, 3_600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^api/v1/"]  # refuses http: after a redirect the key is sent in the clear
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.bool("HSTS_SUBDOMAINS", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # other sites of the domain are not ours to bind
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000  # core.http.bodies.LARGEST, which applies first
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
DATA_UPLOAD_MAX_NUMBER_FILES = 1

_admin_from = env.list("ADMIN_FROM", default=["*"])
ADMIN_FROM = None if "*" in _admin_from else [ip_network(network, strict=False) for network in _admin_from]
"""The networks that reach /admin/; None for all, an empty list for none."""
METRICS_FROM = [ip_network(network, strict=False) for network in env.list("METRICS_FROM", default=[])]
"""The only networks that reach /metricas/."""
_webhooks = env.list("WEBHOOK_NETWORKS", default=[])  # not public, but open to webhooks
WEBHOOK_NETWORKS = [ip_network(network, strict=False) for network in _webhooks]
SITE_WEBHOOKS = site_webhooks(env.list("SITE_WEBHOOKS", default=[]))
"""Addresses that hear of every tournament of this site."""
ANSWER_HOURS = env.int("ANSWER_HOURS", default=48)  # storage of API responses under their keys
SITE_OPERATOR = env.str("SITE_OPERATOR", default="")  # controller of personal data, on /privacidade/
PRIVACY_CONTACT = env.str("PRIVACY_CONTACT", default="")
SECOND_FACTOR = env.bool("SECOND_FACTOR", default=False)  # required of organizers and administrators
FIRST_TOURNAMENTS_WAIT = env.bool("FIRST_TOURNAMENTS_WAIT", default=False)
"""Whether an account's first announced tournament stays hidden until an administrator accepts it."""
PROXIES = env.int("PROXIES", default=0)  # in front of the server: see core.http.callers
LIMITS = env.float("LIMITS", default=1.0)  # scales the limits of core.http.rate_limit; 0: none

# --- mail ---------------------------------------------------------------------------------------

MAIL = mail_settings(env_secret("EMAIL_URL"), env.str("MAIL_FROM", default=""))
HAS_MAIL = bool(MAIL)
if HAS_MAIL and not any("*" not in origin for origin in CSRF_TRUSTED_ORIGINS):
    sys.exit("EMAIL_URL needs CSRF_TRUSTED_ORIGINS=https://your.host: links by mail lead there.")
globals().update(MAIL)
VAPID_KEY = push_key(env_secret("VAPID_KEY"), CSRF_TRUSTED_ORIGINS)
HAS_PUSH = bool(VAPID_KEY)
EMAIL_TIMEOUT = 10  # seconds, for each answer of the mail server

# --- API ----------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.tokens.PlayersToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "api.schema.RouteSchema",
    "EXCEPTION_HANDLER": "api.errors.answer_exception",
    "DEFAULT_PAGINATION_CLASS": "api.pagination.Pages",
    "PAGE_SIZE": 100,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = openapi_settings([code for code, _name in LANGUAGES])

# --- jobs ---------------------------------------------------------------------------------------

CELERY_BROKER_URL = with_password(env_secret("CELERY_BROKER_URL"), BROKER_PASSWORD) or "memory://localhost//"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY = False  # the row exists, and the sweep finds it
CELERY_TASK_DEFAULT_QUEUE = "now"
CELERY_TASK_QUEUES, CELERY_TASK_ROUTES = QUEUES, ROUTES
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False  # a task may end: its row counts
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20.0  # seconds that tasks have after SIGQUIT
CELERY_WORKER_HIJACK_ROOT_LOGGER = CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BROKER_CONNECTION_TIMEOUT = 2
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = consumer_options(CELERY_BROKER_URL)
PRODUCER_TRANSPORT_OPTIONS = producer_options(CELERY_BROKER_URL)  # of core.jobs.publisher
CELERY_WORKER_SEND_TASK_EVENTS = not CELERY_BROKER_URL.startswith("memory")  # for Flower and the like
CELERY_TASK_SEND_SENT_EVENT = CELERY_WORKER_SEND_TASK_EVENTS
SWEEP_SECONDS = env.int("SWEEP_SECONDS", default=5)
CELERY_BEAT_SCHEDULE = {"sweep": {"task": "core.sweep", "schedule": SWEEP_SECONDS, "args": ["beat"]}}
CELERY_BEAT_SCHEDULER = "core.jobs.beat:SweepScheduler"
ALIVE_FILE = env.str("ALIVE_FILE", default="")  # touched by a worker and beat, see config.celery_signals
FAILPOINTS = env.str("FAILPOINTS", default="")  # a folder, see core.failpoints; empty except in tests

IS_SERVED = bool(_database_url)  # a laptop's terminal shows only errors
LOG_FORMATS = {"text": "core.logs.TextFormatter", "json": "core.logs.JsonFormatter"}
_level = "INFO" if IS_SERVED else "WARNING"
_events = {"level": env.str("EVENT_LOG_LEVEL", default=_level)}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": LOG_FORMATS[env.str("LOG_FORMAT", default="text")]}},
    "filters": {"mask": {"()": "core.logs.MaskTokens"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["mask"]}},
    "loggers": {
        "waitress.queue": {"level": "ERROR"},  # short waits of requests are normal
        "celery.worker.strategy": {"level": "WARNING"},  # so are sweeps every few seconds
        **{name: {"level": "WARNING"} for name in ("celery.app.trace", "celery.beat")},
        "django.request": {"level": env.str("LOG_LEVEL", default="WARNING" if IS_SERVED else "ERROR")},
        "security": {"level": env.str("SECURITY_LOG_LEVEL", default=_level)},
        "access": _events,
        "record": _events,
        "jobs": _events,
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
