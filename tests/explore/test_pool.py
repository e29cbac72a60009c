"""Workers: results and errors come back, and a worker that dies costs nothing but time."""

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pairforge.errors import UserError
from pairforge.explore.pool import MOST_JOBS, Pool


def version() -> str:
    return "1"


def other_version() -> str:
    return f"process {os.getpid()}"


def square_or_fail(number: Any) -> Any:
    if number == 3:
        raise UserError("three is refused")
    return number * number


def die_once(task: Any) -> Any:
    """Note that the work was begun; the first to begin kills its worker."""
    folder, name = task
    with (Path(folder) / name).open("a") as log:
        log.write("begun\n")
    if name == "2":
        try:
            (Path(folder) / "killed").touch(exist_ok=False)
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return name


def die_always(task: Any) -> Any:
    time.sleep(0.1 * (task != "die"))
    if task == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return task


def test_results_and_errors_come_with_their_index() -> None:
    with Pool(2).open(version) as workers:
        found = dict(workers.map(square_or_fail, [1, 2, 3, 4]))
    error = found.pop(2)
    assert found == {0: 1, 1: 4, 3: 16}
    assert isinstance(error, UserError)
    assert str(error) == "three is refused"


def test_no_work_starts_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairforge.explore.pool._local", lambda jobs: pytest.fail("started"))
    with Pool(2).open(version) as workers:
        assert list(workers.map(square_or_fail, [])) == []


def test_a_worker_that_dies_loses_no_work(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    tasks = [(str(tmp_path), str(i)) for i in range(6)]
    with Pool(2).open(version) as workers:
        found = dict(workers.map(die_once, tasks))
    assert found == {i: str(i) for i in range(6)}
    assert (tmp_path / "killed").exists()
    assert (tmp_path / "2").read_text() == "begun\nbegun\n"
    assert capfd.readouterr() == ("", "")


def test_a_cluster_whose_workers_die_as_they_start_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    class Unlucky(distributed.LocalCluster):
        tries = 0

        def __init__(self, **options: Any) -> None:
            Unlucky.tries += 1
            if Unlucky.tries < 3:
                raise RuntimeError("Nanny failed to start.")
            super().__init__(**options)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(distributed, "LocalCluster", Unlucky)
    with Pool(1).open(version) as workers:
        assert list(workers.map(square_or_fail, [2])) == [(0, 4)]
    monkeypatch.setattr(Unlucky, "tries", -9)
    with (
        Pool(1).open(version) as workers,
        pytest.raises(UserError, match=r"^1 worker processes could not be started: give fewer --jobs$"),
    ):
        list(workers.map(square_or_fail, [2]))


def test_work_that_kills_every_worker_is_given_up() -> None:
    with Pool(1).open(version) as workers:
        found = dict(workers.map(die_always, ["die", "live"]))
    assert found[1] == "live"
    assert str(found[0]) == "4 workers died of it: killed, or out of memory"


@pytest.mark.parametrize("jobs", [0, -1, MOST_JOBS + 1])
def test_numbers_of_jobs_are_checked(jobs: int) -> None:
    with pytest.raises(UserError, match=f"^--jobs {jobs}: give a number from 1 to 256$"):
        Pool(jobs)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Dask cluster that is running."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
    ) as running:
        yield running


def test_work_on_a_running_cluster(cluster: Any) -> None:
    address = cluster.scheduler_address
    with Pool(1, address).open(version) as workers:
        assert dict(workers.map(square_or_fail, [5, 6])) == {0: 25, 1: 36}
    with Pool(1, address).open(version) as workers:  # it is still there
        assert dict(workers.map(square_or_fail, [7])) == {0: 49}


def test_a_cluster_that_runs_other_code_is_refused(cluster: Any) -> None:
    address = cluster.scheduler_address
    message = rf"--cluster {re.escape(address)}: worker tcp://\S+ runs another version of Pairforge"
    with pytest.raises(UserError, match=f"^{message}$"), Pool(1, address).open(other_version):
        pass


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere", "ftp://x"])
def test_an_address_where_no_scheduler_is_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairforge.explore.pool._CONNECT", 1)
    message = f"--cluster {address}: no Dask scheduler answers there; give its address, as tcp://host:8786"
    with pytest.raises(UserError, match=f"^{re.escape(message)}$"), Pool(1, address).open(version):
        pass
