"""From two bots and three deals to the record of a series.

    records    what is known of a series for good; frozen
    faults     from an error to a fault: the one place where a bot's fault becomes a sentence
    player     a bot in its chair for one series: what it is told and asked
    match      one deal, until the deck is empty or a forfeit
    series     three matches, the outcome

2026-11-29: the record holds turns and not states: whatever else one wants to know is replayed from the deal. Sums
are never the saved truth.
"""
