"""Reports of players: report a result, take it back, dispute the recorded sheet."""
