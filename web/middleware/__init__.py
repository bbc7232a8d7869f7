"""What every request passes on its way to a page: who may go on, how the answer is sent.

In the order of `config.settings.MIDDLEWARE`. Pages that are kept ready have a room of their own, `web.ready`;
refusals are put into words in `web.errors`. Nothing here shows or changes anything of a tournament.
"""
