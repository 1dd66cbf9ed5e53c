"""The commands: thin, one file each; every one is a call into the packages below."""
