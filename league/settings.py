"""All settings in one file; the environment decides (docs/run/settings.md)."""

import os
from ipaddress import ip_network
from pathlib import Path

from django.conf.locale import LANG_INFO
from django.core.exceptions import ImproperlyConfigured

from league.configuration import environment, folders
from league.workers import queues

DATA_DIR = Path(os.environ.get("DATA_DIR") or folders.DATA).absolute()

DEBUG = environment.on("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured("SECRET_KEY is not set: set it, or DEBUG=1 on your own machine.")
    SECRET_KEY = "for development on one's own machine only"  # noqa: S105 - refused outside DEBUG

ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = environment.words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "games",
    "league",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "league.http.security_headers.security_headers_middleware",  # first, so that no answer is without
    "league.http.stack_size.stack_middleware",
    "league.monitoring.requests.request_middleware",
    "league.monitoring.probes.probe_middleware",
    "league.http.compression.CompressionMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "league.http.languages.language_middleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "league.api.base.authentication.bearer_middleware",
    "league.accounts.sessions.last_seen_middleware",
    "league.accounts.visitor_middleware.reader_middleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.http.bidi.right_to_left_middleware",
    "league.http.refusals.RefusalMiddleware",
    "league.project.club_middleware.ClubMiddleware",
    "league.http.outages.OutageMiddleware",
]
ROOT_URLCONF = "league.urls"
ASGI_APPLICATION = "league.asgi.application"
WSGI_APPLICATION = "league.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [folders.TEMPLATES],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "league.accounts.return_address.come_back_to",
                "league.notifications.bell.unread_notices",
                "league.competitions.sharing.discovery.alternates",
            ]
        },
    }
]

DATABASES = {
    "default": environment.database(
        os.environ.get("DATABASE_URL") or f"sqlite://{DATA_DIR / 'wildleague.sqlite3'}"
    )
}
# A copy that answers readers where it has what they ask for (games.eventstore.replica).
if _replica := os.environ.get("REPLICA_URL"):
    DATABASES["replica"] = environment.replica(_replica, DATABASES["default"])
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("vi", "Tiếng Việt"),
    ("fil", "Filipino"),
    ("cy", "Cymraeg"),
    ("ru", "Русский"),
]
# Django knows no Filipino; browsers call it by its own name or Tagalog's.
LANG_INFO["fil"] = {"bidi": False, "code": "fil", "name": "Filipino", "name_local": "Filipino"}
LANG_INFO["tl"] = LANG_INFO["tl-ph"] = {"fallback": ["fil"]}
LOCALE_PATHS = [folders.LOCALES]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = environment.on("HTTPS")
TIME_ZONE = os.environ.get("TIME_ZONE") or "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
# Serves straight from the apps, so that nothing has to be collected before the first page.
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site uses these files, and the header would weigh on each
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns when there is none

# What throttles log-ins has to be known to every web process and must not be away when the site is there.
CACHES = {
    "default": {
        "BACKEND": "league.configuration.durable_cache.DurableCache",
        "LOCATION": "league_cacheentry",
    },
}
# Where the site is for those who read its e-mails.
SITE_URL = (os.environ.get("SITE_URL") or "http://127.0.0.1:8000").rstrip("/")
if not SITE_URL.startswith(("http://", "https://")):
    raise ImproperlyConfigured("SITE_URL must begin with http:// or https://")

LOGIN_URL = "log_in"
GUEST_URL = "guest"  # where visitors without an account take a name
LOBBY_URL = "lobby"
PLAYER_URL = "player"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "lobby"
AUTHENTICATION_BACKENDS = [
    "league.accounts.backends.OneLook",
    "league.accounts.backends.Guests",
    "django.contrib.auth.backends.ModelBackend",  # of sessions from before
]
PASSWORD_HASHERS = [
    "league.accounts.hashers.PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",  # of earlier versions; replaced at the next log-in
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# The number of our proxies in front of the site: they say what the address of a visitor is.
ALLAUTH_TRUSTED_PROXY_COUNT = environment.number_or_on("BEHIND_PROXY")
BEHIND_PROXY = ALLAUTH_TRUSTED_PROXY_COUNT > 0
# Addresses or networks of the proxy that asks us; what others say of where they come from is not believed.
PROXY_ADDRESSES = environment.words("PROXY_ADDRESSES") or ["127.0.0.1", "::1"]
try:
    for _one in PROXY_ADDRESSES:
        ip_network(_one, strict=False)
except ValueError as _error:
    raise ImproperlyConfigured(f"PROXY_ADDRESSES: {_error}") from None
ACCOUNT_ADAPTER = "league.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "league.accounts.forms.LogInForm",
    "reauthenticate": "league.accounts.forms.PasswordAgainForm",
    "change_password": "league.accounts.forms.ChangePasswordForm",
    "reset_password": "league.accounts.forms.ForgottenForm",
    "reset_password_from_key": "league.accounts.forms.NewPasswordForm",
    "add_email": "league.accounts.forms.EmailForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_CHANGE_EMAIL = True  # one address; a new one takes its place once it is confirmed
ACCOUNT_EMAIL_VERIFICATION = "none"  # the sign-up page sends the link itself, and the log-in needs none
# Nobody gets mail from a site they do not know: for them a letter to nobody is written, which takes as long.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Wildleague] "
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
# A whole club may come from one address, the Wi-Fi of its hall; an account has few wrong guesses.
ACCOUNT_RATE_LIMITS = {
    "login": "120/m/ip",
    "login_failed": "60/m/ip,5/5m/key",
    "signup": "60/m/ip",
    "guest": "60/m/ip",
    "reset_password": "20/m/ip,3/10m/key",
}
MFA_ADAPTER = "league.accounts.adapters.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "league.accounts.forms.CodeForm",
    "reauthenticate": "league.accounts.forms.CodeAgainForm",
    "activate_totp": "league.accounts.forms.FirstCodeForm",
    "add_webauthn": "league.accounts.passkey_forms.NewPasskeyForm",
    "authenticate_webauthn": "league.accounts.passkey_forms.PasskeyForm",
    "reauthenticate_webauthn": "league.accounts.passkey_forms.PasskeyAgainForm",
    "login_webauthn": "league.accounts.passkey_forms.PasskeyAloneForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS = {"webauthn_login": "60/m/ip"}
# The roles that need a second factor to run a club: owner, or owner,organizer.
SECOND_FACTOR_FOR = environment.words("SECOND_FACTOR_FOR")
if not {"owner", "organizer"}.issuperset(SECOND_FACTOR_FOR):
    raise ImproperlyConfigured("SECOND_FACTOR_FOR must be owner, organizer or owner,organizer")
MFA_ALLOW_UNVERIFIED_EMAIL = True  # an account needs no e-mail address
MFA_TOTP_ISSUER = "Wildleague"
MFA_TOTP_TOLERANCE = 1  # thirty seconds: the clocks of phones differ

EMAIL_FROM = os.environ.get("EMAIL_FROM") or "Wildleague <wildleague@localhost>"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = EMAIL_FROM
EMAIL_TIMEOUT = 10
EMAIL_BACKEND, _EMAIL = environment.email(os.environ.get("EMAIL_URL") or "console:")
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS, EMAIL_USE_SSL = _EMAIL

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
# Off by default: a club night runs over plain HTTP on the hall's own network.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = environment.on("HTTPS")
SECURE_SSL_REDIRECT = environment.on("HTTPS")
SECURE_HSTS_SECONDS = 31_536_000 if environment.on("HTTPS") else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = environment.on("HTTPS")
X_FRAME_OPTIONS = "DENY"

CELERY_BROKER_URL = os.environ.get("BROKER_URL") or "filesystem://localhost/"
if CELERY_BROKER_URL.startswith("filesystem://"):
    # No server to install: messages are files in one folder that every process shares.
    for folder in ("broker", "broker-control"):
        (DATA_DIR / folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(DATA_DIR / "broker"),
        "data_folder_out": str(DATA_DIR / "broker"),
        "control_folder": str(DATA_DIR / "broker-control"),
        "polling_interval": 0.05,
    }
# A page must not wait for a broker that is away: the sweeps do what a lost message asked for.
REDIS_OPTIONS: dict[str, object] = {
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "interval_max": 0.1,
    "socket_connect_timeout": 1,
    "socket_timeout": 3,  # of a broker that takes connections and says nothing
}
if CELERY_BROKER_URL.startswith(("redis://", "rediss://")):
    CELERY_BROKER_TRANSPORT_OPTIONS = REDIS_OPTIONS
elif CELERY_BROKER_URL.startswith(("amqp://", "amqps://")):
    CELERY_BROKER_TRANSPORT_OPTIONS = {"connect_timeout": 1, "write_timeout": 3}
CELERY_TASK_QUEUES = queues.declared()
CELERY_TASK_ROUTES = queues.routes()
CELERY_TASK_DEFAULT_QUEUE = queues.DEFAULT
CELERY_TASK_DEFAULT_PRIORITY = queues.USUAL_PRIORITY
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
# The default of a whole second would make every bot think that long.
CELERY_WORKER_TIMER_PRECISION = 0.1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CONSUMER = "league.workers.file_broker:Steady"  # goes on after a message that it cannot read
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for its broker as long as it takes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_TIMEZONE = TIME_ZONE

# How often the sweeps look for overdue turns, lost bot moves and uncollected results.
SWEEP_SECONDS = float(os.environ.get("SWEEP_SECONDS") or "2")
# A sweep that comes when the next ones are due has nothing left to do. It outlives the moves it waits behind.
_SWEEP = {"schedule": SWEEP_SECONDS, "options": {"expires": max(10.0, 3 * SWEEP_SECONDS)}}
_SELDOM_SWEEP = {**_SWEEP, "schedule": 5 * SWEEP_SECONDS}
CELERY_BEAT_SCHEDULER = "league.workers.beat:SteadyScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = SWEEP_SECONDS  # so soon beat notices that the clock was put back
CELERY_BEAT_SCHEDULE = {
    "expire_turns": {"task": "games.tasks.expire_turns", **_SWEEP},
    "wait_for_vacations": {"task": "games.tasks.wait_for_vacations", "schedule": 60},
    # Asked for every hour, so that a day on which the machine slept at midnight has its checkpoint too.
    "make_checkpoint": {"task": "games.tasks.make_checkpoint", "schedule": 3600},
    # As often, so that what was not taken is tried again.
    "publish_checkpoints": {"task": "league.tasks.publish_checkpoints", "schedule": 3600},
    "forget_receipts": {"task": "games.tasks.forget_receipts", "schedule": 3600},
    # The deals of tables from before an update, and of those whose process ended before it had kept them.
    "keep_deals": {"task": "games.tasks.keep_deals", "schedule": 60},
    # Analyses whose message was lost, or whose process ended.
    "resume_analyses": {"task": "games.tasks.resume_analyses", "schedule": 60},
    # Puzzles of matches that have been analysed, and the puzzle of the day.
    "make_puzzles": {"task": "games.tasks.make_puzzles", "schedule": 60},
    "put_away": {"task": "league.tasks.put_away", "schedule": 3600},
    "forget_sessions": {"task": "league.tasks.forget_sessions", "schedule": 3600},
    "forget_counts": {"task": "league.tasks.forget_counts", "schedule": 3600},
    "collect_results": {"task": "league.tasks.collect_results", **_SWEEP},
    "go_on": {"task": "league.tasks.go_on", **_SWEEP},
    "draw_waiting": {"task": "league.tasks.draw_waiting", **_SWEEP},
    "tell_untold": {"task": "league.tasks.tell_untold", **_SELDOM_SWEEP},
    "send_mails": {"task": "league.tasks.send_mails", **_SELDOM_SWEEP},
    "send_letters": {"task": "league.tasks.send_letters", **_SELDOM_SWEEP},
    "send_pushes": {"task": "league.tasks.send_pushes", **_SELDOM_SWEEP},
    "follow_for_all_webhooks": {"task": "league.tasks.follow_for_all_webhooks", **_SELDOM_SWEEP},
    "send_webhooks": {"task": "league.tasks.send_webhooks", **_SELDOM_SWEEP},
    "forget_deliveries": {"task": "league.tasks.forget_deliveries", "schedule": 3600},
    "remind_of_matchdays": {"task": "league.tasks.remind_of_matchdays", **_SWEEP, "schedule": 30},
    "make_archives": {"task": "league.tasks.make_archives", "schedule": 60},
    "close_competitions": {"task": "league.tasks.close_competitions", **_SELDOM_SWEEP},
    "find_feats": {"task": "league.tasks.find_feats", **_SELDOM_SWEEP},
    # A ladder is worked out anew from all its matches, so it may wait for some results to come together.
    "rate_clubs": {"task": "league.tasks.rate_clubs", **_SELDOM_SWEEP},
}

# What carries the news of a move to other web processes: Redis, or else NOTIFY of a PostgreSQL database, by
# this address if a pool stands in front of it.
LIVE_URL = os.environ.get("LIVE_URL", "")
if LIVE_URL and not LIVE_URL.startswith(("redis://", "rediss://", "unix://", "postgresql://", "postgres://")):
    raise ImproperlyConfigured("LIVE_URL must begin with redis://, rediss://, unix:// or postgresql://")
# On how many channels the moves at tables are told; the same for all processes.
LIVE_SHARDS = environment.number("LIVE_SHARDS", 1)
# An open stream says this often that it is open.
HEARTBEAT_SECONDS = float(os.environ.get("HEARTBEAT_SECONDS") or "15")
if HEARTBEAT_SECONDS < 0.1:
    raise ImproperlyConfigured("HEARTBEAT_SECONDS must be 0.1 or more")
# The most requests that a web process answers at a time, each with a connection to the database.
WEB_THREADS = environment.number("WEB_THREADS", 16)
# The most connections of a web process, and of a single address that is no proxy of ours.
WEB_CONNECTIONS = environment.number("WEB_CONNECTIONS", 10_000, least=2)
WEB_CONNECTIONS_OF_ADDRESS = environment.number("WEB_CONNECTIONS_OF_ADDRESS", 1500)

# What a draw or standings that a program asks for may take outside the web process: processor time, memory.
LONG_WORK_SECONDS = environment.number("LONG_WORK_SECONDS", 20)
LONG_WORK_MEGABYTES = environment.number("LONG_WORK_MEGABYTES", 640)

# Webhooks: the time of a request, days of failure until one is switched off, days that deliveries are kept.
WEBHOOK_SECONDS = float(os.environ.get("WEBHOOK_SECONDS") or "5")
WEBHOOK_PATIENCE_DAYS = int(os.environ.get("WEBHOOK_PATIENCE_DAYS") or "3")
WEBHOOK_KEEP_DAYS = int(os.environ.get("WEBHOOK_KEEP_DAYS") or "30")
if min(WEBHOOK_SECONDS, WEBHOOK_PATIENCE_DAYS, WEBHOOK_KEEP_DAYS) <= 0:
    raise ImproperlyConfigured("WEBHOOK_SECONDS, WEBHOOK_PATIENCE_DAYS and WEBHOOK_KEEP_DAYS are above 0")
# Hosts, also as host:port, that are told over plain HTTP and though they are not public: for trying out.
WEBHOOK_LOCAL_HOSTS = environment.words("WEBHOOK_LOCAL_HOSTS")

# What an account and a guest may have, where it differs from `games.quotas`: tables=30:3,clubs=10:0
QUOTAS = environment.words("QUOTAS")

# The days of vacation of a player in 365 days: their turns wait at tables where a turn lasts days.
VACATION_DAYS = environment.number("VACATION_DAYS", 28, least=0)

# Push notices: the private key of the site (`manage.py push_key` makes it), and whom a push service may ask.
PUSH_PRIVATE_KEY = os.environ.get("PUSH_PRIVATE_KEY", "")
PUSH_CONTACT = os.environ.get("PUSH_CONTACT", "")

# Where the checkpoint of the day is published by itself: a folder, e-mail addresses, addresses of the web.
CHECKPOINT_FOLDER = os.environ.get("CHECKPOINT_FOLDER", "")
CHECKPOINT_MAIL = environment.words("CHECKPOINT_MAIL")
CHECKPOINT_URLS = environment.words("CHECKPOINT_URLS")

# The most requests a minute of a program, to all web processes; a twentieth of them may be costly.
API_PER_MINUTE = environment.number("API_PER_MINUTE", 1200, least=20)
# The most open streams of pages at a web process, for an address (a hall has one) and for a log-in.
PAGE_STREAMS = environment.number("PAGE_STREAMS", 500)
LOG_IN_STREAMS = environment.number("LOG_IN_STREAMS", 100)
# The most open streams and waiting requests of programs at a web process, for an address.
API_STREAMS = environment.number("API_STREAMS", 200)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "league.api.base.authentication.TokenAuthentication",
        "league.api.base.authentication.PageAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_THROTTLE_CLASSES": [
        "league.api.base.throttling.TokenThrottle",
        "league.api.base.throttling.UserThrottle",
        "league.api.base.throttling.AddressThrottle",
    ],
    "DEFAULT_SCHEMA_CLASS": "league.api.openapi.auto_schema.ApiSchema",
    "EXCEPTION_HANDLER": "league.api.base.exception_handler.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Wildleague",
    "DESCRIPTION": "Clubs, competitions, tables and replays for programs: what a page can do, a program can.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PREPROCESSING_HOOKS": ["league.api.openapi.hooks.only_ours"],
    "POSTPROCESSING_HOOKS": [],
    "SORT_OPERATION_PARAMETERS": False,
}

# For those who operate the site: who may read /metrics, and who is told when something is wrong.
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
METRICS_ADDRESSES = environment.words("METRICS_ADDRESSES")
try:
    for _one in METRICS_ADDRESSES:
        ip_network(_one, strict=False)
except ValueError as _error:
    raise ImproperlyConfigured(f"METRICS_ADDRESSES: {_error}") from None
OPERATOR_MAIL = environment.words("OPERATOR_MAIL")

LOG_FORMAT = os.environ.get("LOG_FORMAT") or "line"
if LOG_FORMAT not in {"line", "json"}:
    raise ImproperlyConfigured("LOG_FORMAT must be line or json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "league.configuration.log_format.JsonLines"},
    },
    "filters": {
        "one_line": {"()": "league.configuration.log_format.OneLine"},
        "request_id": {"()": "league.configuration.log_format.WithRequestId"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["one_line", "request_id"],
        }
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL") or "INFO"},
    "loggers": {"django": {"level": "WARNING"}, "celery": {"level": "WARNING"}},
}
