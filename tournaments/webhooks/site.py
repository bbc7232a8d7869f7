"""The site's own endpoints, from the setting `SITE_WEBHOOKS`: their check and their secrets."""

from django.conf import settings
from django.core import checks

from tournaments.models import site_seed
from tournaments.webhooks.signing import secret_of
from tournaments.webhooks.transport import parsed_url


@checks.register(checks.Tags.compatibility)
def check_addresses(**_kwargs: object) -> list[checks.CheckMessage]:
    """Report the addresses of `SITE_WEBHOOKS` that can be no endpoint."""
    wrong = [url for url in settings.SITE_WEBHOOKS if parsed_url(url) is None]
    hint = "Write addresses that begin with https://, separated by commas."
    return [checks.Error(f"SITE_WEBHOOKS: {url} is no address.", hint=hint, id="chama.E003") for url in wrong]


def site_secrets() -> dict[str, str]:
    """Return the signing secret of each of the site's addresses."""
    return {url: secret_of(site_seed(url)) for url in settings.SITE_WEBHOOKS}
