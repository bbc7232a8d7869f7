"""What a tournament has to tell its group now: bulletins, as a text for a messenger and as pictures.

Only reads, from standings, entries and match_views.
"""
