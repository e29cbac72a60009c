"""Pipelined Karatsuba multiplication in F_2^m and F_3^m, one product a cycle.

The recursion works on *block products*. Cut both operands into blocks of n digits; their block product is
``D = sum over i of x^(n i) a_i b_i`` (a single block is the ordinary product). With a_i = l_i + x^L h_i and
the same for b_i, Karatsuba's identity for all blocks together reads

    D = (1 + x^L) W + x^L sum over i of x^(n i) (l_i - h_i)(h'_i - l'_i)

where W is the block product of the *same* operands cut into the smaller blocks l_0, h_0, l_1, h_1, …. The
high half of one small product and the low half of the next fall on the same coefficients of W, so they are
added where they are cheapest, inside the sum of products of digits, and every coefficient of D costs one sum
of three. That is the refined (overlap-free) recursion of Bernstein, "Batch binary Edwards", CRYPTO 2009,
section 2, carried through all levels at once; with differences of halves instead of sums there is no sign in
W, and it holds in any characteristic. The other splits are

    three:    D = (1 + x^L + x^2L) W + x^L sum of x^(n i) V_i,  V_i the block product of pairwise differences
    oddeven:  a b = (1 + x)(P_e(x^2) + x P_o(x^2)) + x P_eo(x^2)  for each block, P_eo of e - o and o' - e'

A *level* is one such split; the base multiplies digit by digit. All block products of one level take the same
number of cycles, whatever their width. `levels` says how to cut, `structure` what is made of what, `hardware`
and `area` turn that into modules and into a count of tables; `unit` is the multiplier, `options` its design
keys, and `search` looks for the best of them.
"""

from pairforge.units.karatsuba.area import smallest_levels
from pairforge.units.karatsuba.levels import Split, cut_names, cuts_for, levels_for
from pairforge.units.karatsuba.unit import Karatsuba

__all__ = ["Karatsuba", "Split", "cut_names", "cuts_for", "levels_for", "smallest_levels"]
