"""The types of storage, one file each: ports, scheduling, binding and hardware."""
