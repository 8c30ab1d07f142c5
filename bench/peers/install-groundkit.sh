#!/usr/bin/env bash
# Installs the Python peer of bench/commands.ts into a folder that git ignores.
set -euo pipefail
venv="$(cd "$(dirname "$0")" && pwd)/.venv/groundkit"
[ -x "$venv/bin/grk" ] && { echo "groundkit: already installed"; exit 0; }
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet groundkit==0.2.1
echo "groundkit: installed"
