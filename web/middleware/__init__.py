"""What every request passes on its way to a page: who may go on, how the answer is sent.

In the order of `config.settings.MIDDLEWARE`. Cached pages have a room of their own, `web.response_cache`;
refusals are put into words in `web.errors`. Nothing here shows or changes anything of a tournament.
"""
