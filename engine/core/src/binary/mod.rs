//! Characteristic two: F_2^m, supersingular curves y^2 + y = x^3 + x + b, eta_T and Tate pairings.
