"""Two bots head to head: how much better is one, how sure is that, and what does a sequential test say?

    pentanomial  encounters by their points: Elo, its error, likelihood of superiority, normalized Elo
    trials       the same from series taken as independent, for few of them
    points       points a series, from the margins of encounters
    sprt         sequential tests, of margins or of Elo
    reading      series as they come from a results file, into all of these
    lead         the Elo of one over the other, as far as it can be said
    comparison   all of it together, once; whoever shows it only formats
    verdict      in words: who is stronger, and how sure that is
    remarks      what is left out, why something is "–", what the numbers are

2026: the unit is the whole encounter, since its legs share their deals. All is added up while the series are read
once, so that a million of them need no more memory than ten. Refused: the estimate that fishtest corrects for having
stopped at a bound. A tournament is not stopped by a test that is read from it, so nothing is to be corrected.
"""
