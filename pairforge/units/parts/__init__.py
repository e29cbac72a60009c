"""What several units are made of: digits, words, carries, wide sums and products, pipelines."""
