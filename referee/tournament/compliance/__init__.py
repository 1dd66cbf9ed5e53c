"""One bot tried alone, step by step, so that its author knows what a tournament will make of it.

    findings      what is found in each step; frozen
    examination   the steps in their order, and which of them another one needs
    candidate     the bot under examination: its processes, and what was seen of it so far
    specimen      one process of it, or one remote bot, with all that can be seen from outside
    tree          a bot's processes and what they use
    witness       notes every call and watches the memory between turns
    mover         the opponent: it plays at random
    introduction  steps: it starts, and says who it is
    series        steps: whole series, with every rule and in both seats
    conduct       steps: what all those turns say of its legality, time and optional calls
    excerpt       the first turns of a match
    probes        steps: the same turn twice, unknown fields, cancelled calls, a second client
    visitor       a second client that hangs up
    upkeep        steps: output, memory, files
    farewell      how a process ends, and what it leaves
    ending        steps: it stops when it is told to, and leaves no process
    amounts       milliseconds, bytes and counts as words

2026-11-29: steps are judged by the referee's own rules, clocks and verdicts, through the same calls as in a tournament:
refused was a set of canned positions with known answers, which shows less and has to be kept right.

2026-11-29: the deals and the opponent's dice are always the same, so that a bot that takes its chance from
`random_seed` fails again in the same turn.
"""
