"""F_p of a Barreto-Naehrig curve in polynomials in its own seed u, after Brinci et al. (2013).

p = 36 u^4 + 36 u^3 + 24 u^2 + 6 u + 1 with u = 2^63 + s and s small. An element is a polynomial of five
signed coefficients whose value at u is the element mod p; many polynomials stand for one element. `field`
says which are allowed, `core` is the multiplier of two coefficients, `multiplier` and `adder` are the units
of a machine that works on them; `algorithm` is what the multiplier does, on integers, and `hardware` how.
"""

from pairforge.units.polynomial.adder import PolynomialAdder
from pairforge.units.polynomial.converter import PolynomialConverter
from pairforge.units.polynomial.field import SeedPolynomials, seed_polynomials
from pairforge.units.polynomial.multiplier import PolynomialMontgomery

__all__ = [
    "PolynomialAdder",
    "PolynomialConverter",
    "PolynomialMontgomery",
    "SeedPolynomials",
    "seed_polynomials",
]
