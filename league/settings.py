"""All settings in one file; the environment decides (README, "Configuration")."""

import os
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var")


def _on(name: str, *, default: bool = False) -> bool:
    return os.environ.get(name, "1" if default else "0").lower() in {"1", "true", "yes", "on"}


def _words(name: str, default: str = "") -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def _database(url: str) -> dict[str, object]:
    """Return Django's settings for an address such as postgres://user:word@host:5432/name."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(parts.path)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql:// or sqlite://")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        # A socket folder is written percent-encoded in the place of the host.
        "HOST": unquote(parts.hostname or "")
        if "%2" not in parts.netloc
        else unquote(parts.netloc.rsplit("@", 1)[-1].split(":")[0]),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def _sqlite(path: str) -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            # Writers queue instead of failing; WAL lets pages read meanwhile.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
        # The in-memory default would refuse the workers and browsers of the test suite.
        "TEST": {"NAME": str(Path(path).with_name("test-" + Path(path).name))},
    }


DEBUG = _on("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY", "")
if not SECRET_KEY:
    if not DEBUG:
        raise ImproperlyConfigured("SECRET_KEY is not set: set it, or DEBUG=1 on your own machine.")
    SECRET_KEY = "for development on one's own machine only"  # noqa: S105 - refused outside DEBUG

ALLOWED_HOSTS = _words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = _words("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "games",
    "league",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "rest_framework",
]
MIDDLEWARE = [
    "league.health.health_middleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.security_headers.security_headers_middleware",
    "league.refusals.RefusalMiddleware",
    "league.outages.OutageMiddleware",
]
ROOT_URLCONF = "league.urls"
ASGI_APPLICATION = "league.asgi.application"
WSGI_APPLICATION = "league.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {
    "default": _database(os.environ.get("DATABASE_URL") or f"sqlite://{DATA_DIR / 'wildleague.sqlite3'}")
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
TIME_ZONE = os.environ.get("TIME_ZONE", "UTC")
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
# Serves straight from the apps, so that nothing has to be collected before the first page.
WHITENOISE_USE_FINDERS = True
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # WhiteNoise warns when there is none

LOGIN_URL = "log_in"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "lobby"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _on("BEHIND_PROXY") else None
# Off by default: a club night runs over plain HTTP on the hall's own network.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _on("HTTPS")
SECURE_SSL_REDIRECT = _on("HTTPS")
SECURE_HSTS_SECONDS = 31_536_000 if _on("HTTPS") else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = _on("HTTPS")
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
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
# The default of a whole second would make every bot think that long.
CELERY_WORKER_TIMER_PRECISION = 0.1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for its broker as long as it takes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat-schedule")
CELERY_TIMEZONE = TIME_ZONE

# How often the sweeps look for overdue turns, lost bot moves and uncollected results.
SWEEP_SECONDS = float(os.environ.get("SWEEP_SECONDS", "2"))
# A sweep that comes when the next ones are due has nothing left to do. It outlives the moves it waits behind.
_SWEEP = {"schedule": SWEEP_SECONDS, "options": {"expires": max(10.0, 3 * SWEEP_SECONDS)}}
CELERY_BEAT_SCHEDULER = "league.beat:SteadyScheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = SWEEP_SECONDS  # so soon beat notices that the clock was put back
CELERY_BEAT_SCHEDULE = {
    "expire_turns": {"task": "games.tasks.expire_turns", **_SWEEP},
    # Asked for every hour, so that a day on which the machine slept at midnight has its checkpoint too.
    "make_checkpoint": {"task": "games.tasks.make_checkpoint", "schedule": 3600},
    "forget_receipts": {"task": "games.tasks.forget_receipts", "schedule": 3600},
    "collect_results": {"task": "league.tasks.collect_results", **_SWEEP},
    "draw_waiting": {"task": "league.tasks.draw_waiting", **_SWEEP},
    # A ladder is worked out anew from all its matches, so it may wait for some results to come together.
    "rate_clubs": {"task": "league.tasks.rate_clubs", **_SWEEP, "schedule": 5 * SWEEP_SECONDS},
}

# What carries the news of a move to other web processes: Redis, or else NOTIFY of a PostgreSQL database.
LIVE_URL = os.environ.get("LIVE_URL", "")
if LIVE_URL and not LIVE_URL.startswith(("redis://", "rediss://", "unix://")):
    raise ImproperlyConfigured("LIVE_URL must begin with redis://, rediss:// or unix://")
# An open stream says this often that it is open.
HEARTBEAT_SECONDS = float(os.environ.get("HEARTBEAT_SECONDS", "15"))
if HEARTBEAT_SECONDS < 0.1:
    raise ImproperlyConfigured("HEARTBEAT_SECONDS must be 0.1 or more")
# So many requests of a web process are worked on at once, each with a connection to the database.
WEB_THREADS = int(os.environ.get("WEB_THREADS", "16"))
if WEB_THREADS < 1:
    raise ImproperlyConfigured("WEB_THREADS must be 1 or more")

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    "loggers": {"django": {"level": "WARNING"}, "celery": {"level": "WARNING"}},
}
