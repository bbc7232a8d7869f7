"""Pages that correct, undo and dispute recorded sheets, with previews, notices and reopening."""
