"""An arithmetic that computes and counts."""

from collections import Counter

from pairforge.algebra.arithmetic import climb, repeat


class Counted:
    def __init__(self, k, element):
        self.k, self.element = k, element

    def __add__(self, other):
        self.k.counts["add"] += 1
        return Counted(self.k, self.element + other.element)

    def __sub__(self, other):
        self.k.counts["add"] += 1
        return Counted(self.k, self.element - other.element)

    def __neg__(self):
        return Counted(self.k, -self.element)

    def __mul__(self, other):
        self.k.counts["mul"] += 1
        return Counted(self.k, self.element * other.element)

    def frobenius(self, n):
        self.k.counts["frobenius"] += 1
        return Counted(self.k, self.element.frobenius(n))


class Counting:
    def __init__(self, field):
        self.field = field
        self.characteristic, self.degree = field.characteristic, field.degree
        self.counts = Counter()
        self.loops = {}
        self.blocks = []

    def constant(self, c):
        return Counted(self, self.field.constant(c))

    def inverse(self, x):
        self.counts["inverse"] += 1
        return Counted(self, self.field.inverse(x.element))

    def loop(self, name, count, state, body):
        return self._counted(name, count, len(state), lambda: repeat(count, state, body))

    def ladder(self, name, bits, state, body):
        return self._counted(name, len(bits), len(state), lambda: climb(bits, state, body))

    def _counted(self, name, count, width, run):
        before = Counter(self.counts)
        result = run()
        each = {key: (self.counts[key] - before[key]) / count for key in self.counts}
        self.loops[name] = (count, width, each)
        return result

    def block(self, name):
        self.blocks.append(name)
