"""`python -m referee`: the same as `referee`."""

from referee.cli import main

main()
