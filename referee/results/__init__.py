"""Results that stay: the SQLite file of a tournament, its export, its verification."""
