"""The line from a design to what a user gets: compile, emit, verify, synthesize, report."""
