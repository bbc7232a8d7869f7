"""Entry point of WSGI servers: the laptop's waitress, the full mode's gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

from core.http.bodies import Bounded
from core.masking import mask_access_logs
from core.startup import warm_up

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CONNECTIONS", "8")
mask_access_logs()
django_application = get_wsgi_application()

from core.standby import Attended  # noqa: E402 - models can be loaded only now
from web.ready.at_once import AtOnce  # noqa: E402 - as above

bounded = Bounded(AtOnce(django_application))
application = Attended(bounded)
warm_up()
