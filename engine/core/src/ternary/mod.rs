//! Characteristic three: F_3^m in bit planes, supersingular curves y^2 = x^3 - x + b, eta_T pairings.
