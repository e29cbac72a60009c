//! Optimal ate pairings with embedding degree 12.
