"""Record files: export, import, check.

It may import every package of `tournaments`; none imports it. Lines are written in `core/record`.
"""
