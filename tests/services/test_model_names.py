"""What administrators and errors call apps and models, in every language."""

import pytest
from django.apps import apps
from django.conf import settings
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import override

from tools.scripts.catalog import PACKAGES

OURS = [config for config in apps.get_app_configs() if config.name in PACKAGES]
MODELS = [model for config in OURS for model in config.get_models()]


def test_every_app_has_a_name_that_is_translated() -> None:
    assert [config.name for config in OURS if not isinstance(config.verbose_name, Promise)] == []


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != "en"])
def test_every_model_has_both_names_in_this_language(language: str) -> None:
    with override("en"):
        english = {model: _names(model) for model in MODELS}
    with override(language):
        assert [model.__name__ for model in MODELS if _names(model) == english[model]] == []


def _names(model: type[Model]) -> tuple[str, str]:
    return str(model._meta.verbose_name), str(model._meta.verbose_name_plural)
