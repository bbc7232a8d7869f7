"""One middleware that answers public pages and polls without news from the response cache (ADR 0094).

It knows which addresses are the same for everybody; views know nothing of it.
"""
