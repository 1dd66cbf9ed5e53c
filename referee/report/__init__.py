"""What people read: tables for the terminal, boards, replays, pages."""
