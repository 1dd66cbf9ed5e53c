"""From final series to the numbers of a table: what a statistician would sign, from stored results only.

    tally       series added up, by bot and by pair; in any order, one at a time
    live        the same from records as they come, while a tournament is played
    league      points, places, ties, averages
    pairs       series counted by pair, as arrays
    laplacian   the linear algebra of who met whom
    posterior   Bradley and Terry's model and its top
    profile     one-sided bounds for bots that hardly ever lost, or won
    elo         ratings, errors, groups
    gauntlet    one bot against each of the others
    verdict     who leads, how sure that is, what is undecided
    remarks     faults, what is left out, why something is "–"
    facts       what the numbers are
    standings   all of it together, once; whoever shows it only formats

2026: sums of encounters are kept as moments (S², S·m, m²) and not as lists, so that a tournament of a million series
is rated from its pairs, and a series more changes a few numbers.
"""
