"""Untrusted bots in boxes: what a box is made of, how it is proven, and how it is watched.

    settings     what every box of a tournament allows
    host         what this machine has for building boxes
    interior     fixed places inside every box
    runtime      which folders beside its own a bot's command needs
    plan         from all that to the arguments of bubblewrap: a pure function
    seccomp      the system calls that a boxed bot is denied
    identity     a user id of its own for each box, where the referee is root
    box          a running box, as its keeper sees it
    group        signals to everything in a box at one instant, so that it can be frozen between turns
    lodging      where a boxed bot listens, and how it is dialled from outside
    relay        from a unix socket outside to a TCP port inside
    watchdog     the memory of all that runs in a box
    cgroups      limits of the kernel, for the level strict
    protections  the sixteen protections, their states, and the levels they make
    intruder     the program that attacks from inside two boxes
    canary       starts it, looks from outside, and reads the states from what it did
    survey       which level this machine reaches, and what is missing for more

Decisions

2026-11-29: bots cannot leave their process group: a seccomp filter answers setsid and setpgid as if they had been
done. So one signal to the group freezes all of a box between turns, whatever it forks, and the group need not be
searched for runaways at each turn. The same filter takes away what could wake a frozen bot (timers and descriptors
that send SIGCONT), user namespaces inside the box, AF_VSOCK, the host's keyrings, SysV shared memory (which nobody
could count) and the choice of another core. Refused: cgroup.freeze at each turn, which costs half a call.

2026-11-29: the memory watchdog first adds up resident sizes, which is cheap and never too little, and asks the kernel
for proportional sizes only when that sum is over the limit.

2026-11-30: whether a box failed or its bot is told by bubblewrap, which says on a descriptor with what status a command
ended, and nothing if it never executed one. Before, a box that could not be built once its first process was there was
taken for a bot that ended at once. Refused: to look for bubblewrap's words in the log, which a bot can write too. A box
that is killed from outside is our own failure as well; but the third time in a row it is the bot that loses, so that
whoever finds a way to do it from inside does not stop the run.
"""
