"""The companion of Jogo dos Reinos at a table: a game of its own until its sheet.

May touch sheets and tables.
"""
