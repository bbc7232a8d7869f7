"""Pages of the plan: what-if before the draw, timetable with pins, judges' days, calendar files."""
