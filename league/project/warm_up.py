"""Load before the first request what the first visitors of a web process would wait for."""

from typing import Final

from celery import current_app
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import get_default_password_validators
from django.core.cache import caches
from django.core.validators import validate_email
from django.db import connection
from django.template import Engine
from django.template.loader import get_template
from django.urls import get_resolver, reverse
from django.utils import translation
from django.utils.module_loading import import_string

from league.configuration import folders
from league.http.encryption import seal

_PAGES: Final = ("account", "league/accounts")
"""The folders of the pages and letters with which a stranger makes an account."""


def warm_up() -> None:
    """Load all views, addresses, languages, common passwords, and pages and letters about accounts.

    Otherwise the first visitor of a web process waits seconds for the modules of all views, and the first
    sign-up costs twice as much as the next. Neither the database nor the broker is asked: they may be away.
    """
    _views, _compiler = get_resolver().url_patterns, connection.ops.compiler("SQLCompiler")
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            reverse("lobby")  # writes down all addresses
            translation.gettext("Hello,")  # reads the catalog
    _load_accounts()
    _load_tasks()


def _load_accounts() -> None:
    make_password("")  # loads its library
    get_default_password_validators()
    validate_email("somebody@example.org")  # compiles its patterns
    seal("", "")
    for name in (settings.MESSAGE_STORAGE, settings.SESSION_SERIALIZER):
        import_string(name)
    _cache = caches["default"]
    _processors = Engine.get_default().template_context_processors
    for folder in _PAGES:
        for file in (folders.TEMPLATES / folder).rglob("*.*"):
            get_template(str(file.relative_to(folders.TEMPLATES)))


def _load_tasks() -> None:
    """Load what asks a worker for a task."""
    _backend, _sender = current_app.backend, current_app.amqp.send_task_message
    _dispatcher = current_app.events.default_dispatcher
    current_app.connection_for_write().get_transport_cls()
