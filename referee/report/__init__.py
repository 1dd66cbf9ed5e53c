"""What people see: tables, boards and progress on a terminal, and pages. Everything here only formats.

    terminal    where text goes, with colors where it may have them
    prose       sentences in lines
    columns     what each column of the standings shows, and which go first where room is short
    plot        intervals drawn with letters
    standings   the table and the sentences below it
    crosstable  every bot against every other
    compare     two bots head to head
    comparison_json  the same as data
    formats     the same as JSON, CSV, Markdown
    frame       one moment of a match
    replay      a stored match as moments
    board       a moment drawn with letters
    screen      moments shown as they come
    evidence    what proves a fault
    pace        how fast a run goes
    livetable   the table while a tournament is played
    progress    the display of a run: live, or plain lines
    site        the pages of a tournament
    live        the same pages while it runs

2026-11-30: on a terminal that is lower than the whole page the table, its verdict and its remarks come last, after
faults and facts. Refused: to print the table first there too, since it is what everybody looks for and was scrolled
away; to leave facts out or to run them together, since then what is told would depend on the screen.

Colors only add to what the letters say; whatever a bot wrote is escaped where it is shown.
"""
