"""What players themselves say of their match, and when they agree.

May touch play, which records what they agreed on, disputes, where they do not, and sheets.
"""
