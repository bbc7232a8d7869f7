"""Mail about an account: its address, the links by mail, and notices of what changed (ADR 0130).

- An *address* (`MailAddress`) waits until its owner opens the link that confirms it. An account has one
  confirmed address at most, and one that waits.
- A *mail* (`AccountMail`) is a row with ids only. It waits until it is sent, or until it is too late.
- A *link* is signed when the mail is sent, so neither the database nor a backup contains one.
- A *notice* tells of a change to the account; it goes to the confirmed address, or to the former one.

An act in `addresses` or `forgotten`, or a new password, passkey or app, writes the row and its job in its own
transaction (`sending.enqueue_mail`, `sending.notify`). The job `accounts.send_mail` then makes link and text
(`links`, `texts`) and hands the mail to the mail server. While the server does not take it, the job is
repeated; a mail that is sent, refused for good or too late is deleted.

Acts raise `Refused` (`mail_address_invalid`, `mail_address_same`, `mail_address_taken`, `mail_link_over`)
and `TooMany`. Only the mailbox learns that an address belongs to another account. A failure to send raises
nothing: the log has it. Without a mail server (`EMAIL_URL`) no notice is written, and pages of mail answer
404.
"""
