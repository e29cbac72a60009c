"""Workers for many independent pieces of work: a Dask cluster on this machine, or one that is running.

A worker that dies is started again and its work given to another; work that takes four workers with it is
given up. Workers see the package as it is here, or a cluster is refused.

Imports only errors; Dask is loaded when there is work.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from pairforge.errors import UserError

if TYPE_CHECKING:
    from distributed import Client, LocalCluster
    from tornado.ioloop import IOLoop

__all__ = ["MOST_JOBS", "Pool", "cores"]

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

MOST_JOBS = 256
_CONNECT = 10  # seconds that a scheduler may take to answer
_LOST = 3  # workers that one piece of work may take with it and be tried again

# What Dask would print on its own: a worker that was lost is told by us, where it matters.
_QUIET = {
    "logging": dict.fromkeys(("distributed", "distributed.worker", "distributed.scheduler"), "critical"),
    "distributed.admin.log-format": "",
}


def cores() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0))


@dataclass(frozen=True)
class Pool:
    """`jobs` workers on this machine; or those of the Dask scheduler at `cluster` (as tcp://host:8786)."""

    jobs: int
    cluster: str | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.jobs <= MOST_JOBS:
            raise UserError(f"--jobs {self.jobs}: give a number from 1 to {MOST_JOBS}")

    @contextlib.contextmanager
    def open(self, version: Callable[[], str]) -> Iterator[Workers]:
        """Connect to a running cluster now, or make ready for one of our own.

        `version` says which code a worker runs; a cluster must say the same as this process.

        Raises
        ------
        UserError
            No scheduler answers there, it has no workers, or they run another version.
        """
        with contextlib.ExitStack() as stack:
            client = None
            if self.cluster is not None:
                client = stack.enter_context(_client_of(self.cluster))
                _check(client, self.cluster, version)
            yield Workers(self.jobs, client, stack)


@dataclass
class Workers:
    """Workers of an open pool; those on this machine start with the first work, and end with the pool."""

    jobs: int
    client: Client | None
    stack: contextlib.ExitStack

    def map(
        self, work: Callable[[_Task], _Result], tasks: Sequence[_Task]
    ) -> Iterator[tuple[int, _Result | Exception]]:
        """Do all pieces of work; yield index and result of each as it comes.

        An exception that the work raises comes in the place of its result, and a UserError for work whose
        workers died. `work` and tasks must be such that they can be pickled.
        """
        if not tasks:
            return
        if self.client is None:
            self.client = self.stack.enter_context(_local(min(self.jobs, len(tasks))))
        yield from _gather(self.client, work, tasks)


def _gather(
    client: Client, work: Callable[[_Task], _Result], tasks: Sequence[_Task]
) -> Iterator[tuple[int, _Result | Exception]]:
    """Hand out one piece of work for each thread there is, and the next as one is done: work that waits at a
    worker that dies would be blamed for it.
    """
    from distributed import Future as Pending
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    waiting = iter(enumerate(tasks))
    futures: dict[Pending[_Result], int] = {}
    done = as_completed(loop=client.loop)

    def hand_out() -> None:
        room = max(1, sum(client.nthreads().values())) - len(futures)
        for index, task in itertools.islice(waiting, max(0, room)):
            future = client.submit(work, task, pure=False)
            futures[future] = index
            done.add(future)

    try:
        hand_out()
        while futures:
            future = next(done)
            index, error = futures.pop(future), future.exception()
            if isinstance(error, KilledWorker):
                error = UserError(f"{_LOST + 1} workers died of it: killed, or out of memory")
            yield index, error or future.result()
            future.release()
            hand_out()
    finally:
        client.cancel(list(futures))


@contextlib.contextmanager
def _local(workers: int) -> Iterator[Client]:
    """A cluster on this machine, one process a worker; gone when left, however that happens."""
    import dask
    from distributed import Client

    with (
        dask.config.set(_QUIET | {"distributed.scheduler.allowed-failures": _LOST}),
        _loop() as loop,
        _cluster(workers, loop) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


@contextlib.contextmanager
def _loop() -> Iterator[IOLoop]:
    """An event loop in a thread of its own. Dask would start one too, but fails if a busy machine takes more
    than ten seconds for it.
    """
    from tornado.ioloop import IOLoop

    up: Future[tuple[IOLoop, asyncio.Event]] = Future()

    async def run() -> None:
        stop = asyncio.Event()
        up.set_result((IOLoop.current(), stop))
        await stop.wait()

    thread = threading.Thread(target=asyncio.run, args=(run(),), name="loop of the workers", daemon=True)
    thread.start()
    loop, stop = up.result()
    try:
        yield loop
    finally:
        loop.add_callback(stop.set)
        thread.join()


def _cluster(workers: int, loop: IOLoop) -> LocalCluster:
    """Start the cluster; a worker that dies before it is up takes all with it, so that is tried again."""
    from distributed import LocalCluster

    for _ in range(_LOST):
        with contextlib.suppress(RuntimeError):
            return LocalCluster(
                n_workers=workers,
                loop=loop,
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",  # any free port, as several may run
                memory_limit=0,  # synthesis is in processes of its own, with a limit of its own
                silence_logs=logging.CRITICAL,
            )
    raise UserError(f"{workers} worker processes could not be started: give fewer --jobs")


@contextlib.contextmanager
def _client_of(address: str) -> Iterator[Client]:
    from distributed import Client
    from distributed.comm.registry import backends

    nobody = UserError(
        f"--cluster {address}: no Dask scheduler answers there; give its address, as tcp://host:8786"
    )
    # A client that fails as early as at the scheme of its address may wait for its own thread for ever.
    scheme, separator, _ = address.partition("://")
    if separator and scheme not in backends:
        raise nobody
    try:
        client = Client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError):
        raise nobody from None
    with client:
        yield client


def _check(client: Client, address: str, version: Callable[[], str]) -> None:
    try:
        found = client.run(version)
    except Exception as error:  # whatever the workers raise, the cluster cannot be used
        raise UserError(f"--cluster {address}: its workers cannot run Pairforge: {error}") from None
    if not found:
        raise UserError(f"--cluster {address}: has no workers; start some with `dask worker {address}`")
    for worker, theirs in sorted(found.items()):
        if theirs != version():
            raise UserError(f"--cluster {address}: worker {worker} runs another version of Pairforge")
