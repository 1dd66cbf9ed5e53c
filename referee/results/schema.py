"""The tables of a results file, and how an older file becomes a newer one.

    tournament   one row: name, config, versions, isolation, and the hash of these
    stages       seed commitments; the seed itself once it is published
    bots         one row a generation of a bot
    series       what is planned; `history` takes a series out of the tables and of the plan
    outcomes     one row a final series: being final is having one. Sums over its matches, and the record's hash
    matches      deal, turns, milliseconds, notes
    faults       with all evidence; `substituted` for turns that the referee played
    voids        attempts that came to nothing by our own failure
    disclosed    a view: series whose other leg is final too; readers show cards and turns of no others

Lists are text: cards and turns in the notation, separated by a blank or a comma; milliseconds and notes as JSON.
"""

from typing import Final

APPLICATION_ID: Final = 0x4C435254
"""`LCRT`, in the header of every results file."""

_VERSION_1: Final = """
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    config TEXT NOT NULL,
    referee_version TEXT NOT NULL,
    protocol_version TEXT NOT NULL,
    luck_model TEXT,
    isolation TEXT NOT NULL,
    created_utc TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;

CREATE TABLE stages (
    stage INTEGER PRIMARY KEY,
    commitment TEXT NOT NULL UNIQUE,
    public_entropy TEXT NOT NULL,
    seed TEXT
) STRICT;

CREATE TABLE bots (
    bot INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    generation INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    command TEXT NOT NULL,
    position INTEGER NOT NULL,
    withdrawn INTEGER NOT NULL,
    reinstated INTEGER NOT NULL,
    removed INTEGER NOT NULL,
    UNIQUE (name, generation)
) STRICT;

CREATE TABLE series (
    number INTEGER PRIMARY KEY,
    stage INTEGER NOT NULL REFERENCES stages,
    round INTEGER NOT NULL,
    replay INTEGER NOT NULL,
    day INTEGER NOT NULL,
    pairing INTEGER NOT NULL,
    leg INTEGER NOT NULL CHECK (leg IN (1, 2)),
    a INTEGER NOT NULL REFERENCES bots,
    b INTEGER NOT NULL REFERENCES bots,
    mirrored INTEGER NOT NULL,
    history TEXT CHECK (history IN ('annulled', 'superseded', 'removed')),
    reason TEXT,
    UNIQUE (round, a, b, replay, leg)
) STRICT;

CREATE INDEX series_in_order ON series (round, day, pairing, replay, leg);

CREATE TABLE outcomes (
    series INTEGER PRIMARY KEY REFERENCES series,
    ending TEXT NOT NULL,
    losers TEXT NOT NULL,
    points_a REAL NOT NULL,
    points_b REAL NOT NULL,
    total_a INTEGER NOT NULL,
    total_b INTEGER NOT NULL,
    match_count INTEGER NOT NULL,
    turn_count_a INTEGER NOT NULL,
    turn_count_b INTEGER NOT NULL,
    think_sum_ms_a REAL NOT NULL,
    think_sum_ms_b REAL NOT NULL,
    think_max_ms_a REAL NOT NULL,
    think_max_ms_b REAL NOT NULL,
    margin_uses_a INTEGER NOT NULL,
    margin_uses_b INTEGER NOT NULL,
    lag_ms REAL NOT NULL,
    luck REAL,
    started_utc TEXT NOT NULL,
    finished_utc TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT;

CREATE TABLE matches (
    series INTEGER NOT NULL REFERENCES outcomes,
    match INTEGER NOT NULL,
    starter TEXT NOT NULL CHECK (starter IN ('A', 'B')),
    ending TEXT NOT NULL,
    score_first INTEGER NOT NULL,
    score_second INTEGER NOT NULL,
    margin_uses_first INTEGER NOT NULL,
    margin_uses_second INTEGER NOT NULL,
    lag_ms REAL NOT NULL,
    luck REAL,
    deal_id TEXT NOT NULL,
    deal TEXT NOT NULL,
    turns TEXT NOT NULL,
    think_ms TEXT NOT NULL,
    notes TEXT NOT NULL,
    PRIMARY KEY (series, match)
) STRICT;

-- texts of bots are ANY: what is no Unicode is kept as bytes; the long columns come last and are read last
CREATE TABLE faults (
    series INTEGER NOT NULL,
    match INTEGER NOT NULL,
    substituted INTEGER NOT NULL,
    position INTEGER NOT NULL,
    bot TEXT NOT NULL CHECK (bot IN ('A', 'B')),
    seat TEXT NOT NULL,
    kind TEXT NOT NULL,
    turn INTEGER NOT NULL,
    elapsed_ms REAL,
    limit_ms REAL,
    lag_ms REAL,
    exit_status INTEGER,
    detail ANY NOT NULL,
    legal TEXT NOT NULL,
    request BLOB NOT NULL,
    reply BLOB,
    log_tail ANY NOT NULL,
    PRIMARY KEY (series, match, substituted, position),
    FOREIGN KEY (series, match) REFERENCES matches
) STRICT;

CREATE TABLE voids (
    void INTEGER PRIMARY KEY,
    series INTEGER NOT NULL REFERENCES series,
    attempt INTEGER NOT NULL,
    utc TEXT NOT NULL,
    traceback ANY NOT NULL
) STRICT;

CREATE VIEW disclosed AS
SELECT leg.number AS series
FROM series AS leg
JOIN outcomes ON outcomes.series = leg.number
JOIN series AS other ON other.round = leg.round AND other.replay = leg.replay
    AND other.a = leg.a AND other.b = leg.b AND other.leg = 3 - leg.leg
JOIN outcomes AS twin ON twin.series = other.number;
"""

MIGRATIONS: Final = (_VERSION_1,)
"""Scripts in order; script i, from 0, makes version i + 1 of version i. Published ones never change."""
