"""What is printed, as PDF files: match sheets, lists, posters, labels and diplomas.

Only reads, from share, export, standings, entries and match_views.
"""
