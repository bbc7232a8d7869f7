"""The page of pictures and texts for group chats, and the pictures themselves."""
