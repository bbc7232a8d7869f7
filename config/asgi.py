"""Entry point of ASGI servers (the embedded mode's uvicorn)."""

import os

from django.core.asgi import get_asgi_application

from core.masking import mask_access_logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
mask_access_logs()
application = get_asgi_application()
