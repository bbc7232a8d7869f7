"""Notices to people: who hears of an act by mail or push, in which language, and until when.

A job of each act that matters writes one row for each person and channel; a job of its own sends each row.
No act, page or room of `tournaments` knows of it.
"""
