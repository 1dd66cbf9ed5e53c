"""The pages of a tournament: a static site, and the same pages live while it runs.

    paths       where each page lies, and how pages link to each other
    shell       templates and assets: the frame around every page, texts made harmless, data in scripts
    numerals    numbers as pages show them
    scale       where values stand on a plot
    ledger      all final series in little memory
    overview    what the pages are made from, read once, of one moment
    lines       the standings
    square      every bot against every other: numbers, or a heat map
    duels       one bot against each of the others
    faultlist   faults, with links to the turn
    front       the front page
    portrait    the pages of a bot
    replay      the replay page, and the format of the data that it loads
    seriesdata  a series as such data, of bounded size
    matchdata   a match in it: what has rules in it is worked out here
    site        all pages of one tournament, each rendered when it is asked for
    writing     all of them as files

Decision, November 2026: a page is HTML from a template that is complete without JavaScript, with its style and scripts
as files in `assets/`. Neither inline scripts nor `style` attributes: the live pages forbid them
(Content-Security-Policy), so lengths are attributes of SVG. Data that may be large lies in scripts that are loaded on
demand, since a page opened from a file may not fetch. Refused: a front-end framework, a chart library, one big page.
"""
