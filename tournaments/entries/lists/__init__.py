"""Lists of people in any form: text, tables and chats, read into proposals. Pure."""
