"""The example bots that play the same strategy, one a language: what they need, how they are built and started."""

import functools
import shutil
import subprocess
from pathlib import Path
from typing import Final

from support.requires import skip_unless

from referee.bots.spec import BotSpec
from referee.tournament.config import load_config

ROOT: Final = Path(__file__).resolve().parents[2]
TOML: Final = ROOT / "tournaments" / "languages.toml"

TOOLS: Final[dict[str, tuple[str, ...]]] = {
    "python": (),
    "go": ("go", "protoc"),
    "rust": ("cargo",),
    "java": ("javac", "mvn"),
    "typescript": ("node", "npm"),
    "cpp": ("g++", "cmake", "grpc_cpp_plugin"),
}
"""Every language, and the programs that building a bot in it takes."""

_BUILD_S: Final = 1500


@functools.cache
def specs() -> dict[str, BotSpec]:
    """How the tournament of languages starts each bot, by its name, which is the language."""
    return {spec.name: spec for spec in load_config(TOML).entries}


def require_tools(language: str) -> None:
    """Skip the test, or fail it where everything must be there, if a program is missing that building takes."""
    for tool in TOOLS[language]:
        skip_unless(shutil.which(tool), f"there is no {tool}; `bash .ci/languages {language}` installs what is missing")


@functools.cache
def build(language: str, folder: Path) -> None:
    """Build the bot in a folder as the README there says; once. Without the tools for it the test is skipped."""
    require_tools(language)
    script = "\n".join(build_lines(folder / "README.md"))
    result = subprocess.run(
        ["/bin/sh", "-ec", script], cwd=folder, capture_output=True, text=True, timeout=_BUILD_S, check=False
    )
    assert result.returncode == 0, f"{script}\n{result.stdout[-2000:]}\n{result.stderr[-2000:]}"


def build_lines(readme: Path) -> list[str]:
    """The commands under "Build" in a README; none if nothing must be built."""
    _, _, section = readme.read_text("utf-8").partition("\n## Build\n")
    section, _, _ = section.partition("\n## ")
    return [line.strip() for line in section.splitlines() if line.startswith("    ")]
