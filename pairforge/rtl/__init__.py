"""Hardware: one structural layer, the units, the datapath, the sequencer, the core."""
