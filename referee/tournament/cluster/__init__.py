"""Series on the workers of a Dask cluster; the coordinator alone writes results.

    opening      from a tournament to an executor on a cluster
    executor     the coordinator's side: who plays which series, and what becomes of it
    roll         the workers of a run, the places they have, and who is not fit to play
    refusal      why a worker does not take part
    link         what is asked of a cluster
    dask_link    what Dask answers to that
    joining      a cluster of this machine, or one that is there already
    service      what the coordinator calls on workers
    crew         the worker's side: worker processes beside a Dask worker, and its bots
    order        what a worker is told when it joins, and what it answers
    parcel       a bot's folder on its way to a worker
    cores        one core for each series, on a machine that others may share

Decisions

2026-11: a Dask worker does not play. For each of its threads it keeps one `tournament.worker` process, the same program
that plays on one machine, and hands it one series at a time. So guardian, boxes, pinning and clock are the same
everywhere, and Dask's heartbeats and garbage collection are never charged to a bot. Refused: playing in a thread of the
Dask worker, which shares an interpreter with all that; and Dask's actors, which run one call at a time.

2026-11: a bot is found at the path it has for the coordinator, if its fingerprint is the same there; else its folder is
sent, without being asked for. No key or option says so: whoever shares a file system wants the one, whoever does not
wants the other, and the fingerprint tells them apart. Not sent are results, seeds, `.git` and Python's bytecode.

2026-11: every bot is tried once on each worker before it plays there. One that does not start there but does elsewhere
is the worker's fault, and costs no series.

2026-11: a lease, a value that the cluster keeps for the coordinator, ties the worker processes to its life: Dask drops
it when the coordinator is gone, also by `kill -9`. Refused: heartbeats of our own.
"""
