"""The two ways a command can fail; everything else is a bug and may show a traceback."""


class UserError(Exception):
    """The user's input or machine is at fault: exit status 2.

    The message is one line: what was wrong, where (file, key, index), and what would be right.
    """


class CheckError(Exception):
    """A check of ours failed (a mismatch, a timing goal not met): exit status 1. One line as well."""
