"""What all tests share: a property has no deadline, as a machine may be busy; some variants are slow."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from variants import FAST

settings.register_profile("pairforge", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pairforge")


@pytest.hookimpl(tryfirst=True)  # before tests are left out by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the variants that `variants.FAST` does not name."""
    tests = Path(__file__).parent
    for item in items:
        if isinstance(item, pytest.Function):
            fast = FAST.get(f"{item.path.relative_to(tests)}::{item.originalname}")
            if fast is not None and item.callspec.id not in fast:
                item.add_marker(pytest.mark.slow)
