"""From final series to the numbers of a table: what a statistician would sign, from stored results only.

    tally       series added up, by bot and by pair; in any order, one at a time
    live        the same from records as they come, while a tournament is played
    league      points, places, ties, averages
    margins     whole encounters by pair: margins, luck
    strength    points a series by least squares, errors, groups
    ranks       places that the errors leave possible
    pairs       series counted by pair, as arrays
    groups      who can be compared with whom
    laplacian   the linear algebra of who met whom
    posterior   Bradley and Terry's model and its top
    profile     one-sided bounds for bots that hardly ever lost, or won
    elo         ratings, errors, groups
    gauntlet    one bot against each of the others
    field       all bots with all of this
    precision   what mirror and luck model are worth in a tournament
    audit       bots that draw better than chance
    verdict     who leads, how sure that is, what is undecided
    remarks     faults, what is left out, why something is "–"
    facts       what the numbers are
    standings   all of it together, once; whoever shows it only formats
    crosstable  every bot against every other
    headtohead  two bots: margin, Elo, sequential tests

2026: sums of encounters are kept as moments (S², S·m, m²) and not as lists, so that a tournament of a million series
is rated from its pairs, and a series more changes a few numbers.

2026: a bot whose own faults left out more than 5 % of its encounters gets no Strength, but what it did play out stays
in the fit. Refused: to drop all its encounters, which would cost its opponents precision for faults of another.
"""
