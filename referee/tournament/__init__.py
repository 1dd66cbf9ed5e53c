"""From a TOML file to a finished tournament: config, schedule, runner, executors."""
