"""Units whose operands and results are elements of F_p2 = F_p(i), i^2 = -1: two elements of F_p in one word.

So a word has one address, and a product, a sum with i b and a conjugate are one operation each
(`pairforge.program.passes.quadratic`).
"""
