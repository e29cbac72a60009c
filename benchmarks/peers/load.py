"""`load.py MCL HARNESS CURVE`: mcl's library, then the one of `mcl.c`, which times it, in one process.

mcl may come within an extension module of Python, which no program of C can load.
"""

import ctypes
import sys

library, harness, curve = sys.argv[1:]
ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
ctypes.CDLL(harness).serve(curve.encode())
