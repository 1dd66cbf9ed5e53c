"""Bots as processes and bytes: from a `[[bot]]` entry to something that answers raw gRPC calls.

    spec         what is to be started or dialled, and how
    pool         instances kept for later series
    instance     one bot at work: its process and its connection
    freezer      bots do nothing between their turns
    readiness    from a start to the first answer
    verdict      what went wrong in a call, and whose fault it is
    connection   gRPC calls, bytes in and bytes out
    unary        one of them, by the shortest way
    overdue      those that do not end
    lag          this machine's own delay
    daemon       the threads that those three need
    credentials  a remote bot's `ca` and `token_file`
    inquiry      why a remote bot cannot be reached
    launch       the worker's hold on its guardian and on one bot process
    order        what a keeper is ordered to start: a bot as it is, or in a box
    claim        a name that one process has at a time
    isolation    boxes for bots that are not trusted
    command      what is executed: argv and environment
    lodging      a bot's private folder and its address there
    logs         what a bot printed
    diagnosis    why a bot did not start
    guardian     the program that starts all bots of one worker and outlives it just long enough to kill them
    keeper       the guardian's fork beside each bot: drains its output, tells its end, stops its whole tree
    reaper       killing and reaping of descendants
    offspring    what a coordinator starts, gone before it ends
    output       a log file that never grows beyond its limit
    mailbox      how worker, guardian and keepers talk
    text         bots' texts made harmless
    clock        time limits and a seat's time

Decisions

2026-11: a *keeper* process beside each bot, instead of threads of the worker: it is the nearest subreaper, so a
double-forked child cannot get away from it; it sees the worker die by the end of a socket, also by `kill -9`; and it
drains a flood of output on its own time. Keepers are forked from a guardian that has neither threads nor gRPC, which
takes a few milliseconds and is safe. Refused: PR_SET_PDEATHSIG (reaches only the first process, and ends with a
thread), process groups alone (`setsid` leaves them).

2026-11-30: a private folder is named to the guardian before the worker makes it, and taken off its list when the worker
has removed it: the guardian removes what is left when the worker is gone, whatever became of the keeper. Refused: the
keeper as the one who removes it, which a worker that dies before its order leaves without a name; the guardian as the
one who makes it, whose errors would have to be told across.

2026-11: guardian and keepers import nothing but small modules of this package and the standard library. They come
through this file too, so it must not import any other module of ours, nor gRPC.
"""

import os

# gRPC reads both once, when it is imported, and nothing in this package can import it earlier than this line.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"  # its fork handlers stall every start of a process
os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # its core writes to stderr whatever a broken bot makes it think
