"""The companion of Jogo dos Reinos at the table.

A game of its own until its sheet; may touch corrections and sheets.
"""
