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

Colors only add to what the letters say; whatever a bot wrote is escaped where it is shown.
"""
