"""The Lost Cities referee: tournaments of bots written in any language, over gRPC.

The packages, highest first; each may import only what stands below it:

    cli         the commands
    report      tables for the terminal, pages, replays
    ratings     strength and Elo from stored results   | tournament   config, schedule, runner
    results     the SQLite file, export, verify
    play        match, series, faults, records
    bots        processes, connections, clocks
    wire        ours <-> protobuf
    view        what one seat may know
    luck        the luck of the draw
    deals       seed, commitment, order of the pack
    rules       the game, pure
    errors      what can go wrong, and whose fault it is
"""

__version__ = "0.1.0"
