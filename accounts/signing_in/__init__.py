"""Signing in with a password, and the sessions that follow: begun, listed, ended.

- An *attempt* is counted before the password is checked, and refunded if it is right (`attempts`).
- A *sign-in* (`SignIn`) is the row beside a session of an account, with its device and address (`sign_ins`).
- A *session* is Django's; it loads its account in the same query (`sessions`) and stores when the password
  was last given (`password_given`).
- A *password link* sets a new password in place of a forgotten one (`password_links`, ADR 0017).

A page counts the attempt, lets the backend check the password and calls `sign_ins.begin_session`, after the
second step if the account has one (`accounts.two_steps`). A new password begins another epoch of the
account, which ends its other sessions. Attempts raise `TooMany`; nothing else here refuses.

The backend is `accounts.backends`, outside this package: every stored session names it.
"""
