"""One middleware that serves public pages and polls without news from the response cache (ADR 0094).

It knows which pages are the same for all readers; views need not know of it.
"""
