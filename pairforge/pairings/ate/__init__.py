"""The optimal ate pairing of BN and BLS12 curves: towers, lines, Miller loop, final exponentiation."""
