"""The finite fields that units compute in: F_2^m, F_3^m and F_p, described apart from any hardware."""
