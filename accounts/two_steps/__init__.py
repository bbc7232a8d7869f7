"""The second step of signing in: codes of an app and on paper, and passkeys, which are both steps at once.

It knows accounts and the database; sessions and pages are its callers'. Only `webauthn` knows `fido2`.
"""
