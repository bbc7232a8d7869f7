"""Two-step verification: codes of an app and on paper, and passkeys, which are both steps at once.

It depends on accounts and the database; callers handle sessions and pages. Only `webauthn` imports `fido2`.
"""
