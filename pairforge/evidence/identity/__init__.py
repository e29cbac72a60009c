"""Identity tests: that programs mean the same, by their values at random points of large fields."""
