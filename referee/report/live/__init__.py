"""The pages of a tournament while it runs: `referee serve`. Part of `report`, and in its layer of imports.

    situation   what a tournament is doing now: read from its folder, again and again
    allowance   how often something may be computed anew
    clerk       a thread that does calls one after the other
    edition     all pages as the results were at one moment
    panel       what is put into pages to make them live
    channel     events, and who listens to them
    coverage    a situation, an edition and a channel, kept up to date
    stream      the channel as server-sent events
    app         what is answered to a request
    server      a socket of this machine, and the end by a signal

Decision, November 2026: an event is the whole live panel as it is now, not what has changed. So whoever was cut off
needs the newest one only, a slow reader skips what it missed, and nothing is kept for anybody but one event. Refused:
a log of events to be replayed, which would grow or forget.

Decision, November 2026: pages are made in a thread from a connection of its own to the results, and at most a fifth of
the time. Events and pages that are made already never wait for that. Refused: a process for each edition, which would
hold a large tournament twice; rendering in the event loop.

Nothing of the output folder but rendered pages leaves it. Pages, the list of newest results included, show cards,
scores and faults of complete encounters only, since `Results` tells no others.
"""
