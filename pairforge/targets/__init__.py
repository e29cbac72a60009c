"""Targets: what a core can be built for. One file each, and that file is all of it.

`base` has the interface, `parts/` what several targets share, `registry` finds targets: every module of this
folder that has a `TARGET`, entry points of the group `pairforge.targets`, and Python files of a user.
"""
