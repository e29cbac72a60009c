"""From a design to programs, schedules, bindings and hardware of every stage; nothing is written yet."""
