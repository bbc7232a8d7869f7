"""The product's settings with one middleware more, which says in a header what each answer cost."""

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE as PRODUCT

MIDDLEWARE = ["tools.benchmarks.measuring.measure", *PRODUCT]
