"""Results that stay: the SQLite file of a tournament, its export, its verification.

    rows        what the file tells: header, bots, stages, planned series, light results
    schema      its tables, and how an older file becomes a newer one
    shape       what can stand in the header, and nothing else can
    writing     why something cannot be written
    database    SQLite with its errors in our words
    soundness   nothing of the plan is gone, twice, or torn apart
    opening     the file opened and checked, for its writer and for readers
    canonical   one series as bytes, and their SHA-256
    codec       from a record to rows and back
    lock        one referee at a time
    seeds       the secret file beside it
    head        the tournament and its bots
    stages      parts of it, each under its own seed
    planning    the planned series
    agenda      what is wanted against what is planned
    withdrawals bots that are asked no more
    store       the one writer
    reader      everybody else
    newest      the encounters that became complete last
    activity    which series are being played now
    export      jsonl, csv, pgn
    recheck     a stored series against deal and rules
    verify      the whole file
    blame       whether an error is a damaged file's
    reveal      closing a stage
    annul       an encounter out of the tables, and planned again

2026-11: a series is final when it has a row in `outcomes`, and in no other way: a state of its own could contradict
the rows. Bots are rows by name and generation, and a series names two of them, so a replaced bot's series are kept
without a word. Sums stand beside the turns only so that tables are fast; `verify` adds them up again.
"""
