"""Entry point of ASGI servers (the embedded mode's uvicorn)."""

import os

from django.core.asgi import get_asgi_application

from core.masking import mask_access_logs
from core.startup import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
mask_access_logs()
application = get_asgi_application()
settle()
