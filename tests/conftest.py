"""What all tests share: a property has no deadline, as a machine may be busy."""

from hypothesis import HealthCheck, settings

settings.register_profile("pairforge", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pairforge")
