"""Entry point of WSGI servers: the laptop's waitress, the full mode's gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

from core.http.bodies import Bounded
from core.http.masking import mask_access_logs
from core.startup import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("CONNECTIONS", "8")
mask_access_logs()
application = Bounded(get_wsgi_application())
settle()
