"""The settings of the product with a middleware that tells the cost of each answer in a header."""

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE as PRODUCT

MIDDLEWARE = ["tools.benchmarks.usage.add_server_timing", *PRODUCT]
