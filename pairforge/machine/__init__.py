"""What a machine is: pure, validated data."""
