"""The ASGI application that uvicorn serves."""

import os
import resource
import warnings

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

# WhiteNoise hands static files over as plain iterators: Django reads them whole, which suits small files.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

# Every open page is an open file: take as many as the system allows without asking.
_now, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
_wanted = 65_536 if _most == resource.RLIM_INFINITY else _most
if _now < _wanted:
    resource.setrlimit(resource.RLIMIT_NOFILE, (_wanted, _most))

django.setup(set_prefix=False)

from league.project.asgi_handler import Handler  # noqa: E402 - it needs the settings
from league.project.warm_up import warm_up  # noqa: E402

application = Handler()
warm_up()
