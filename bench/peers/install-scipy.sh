#!/usr/bin/env bash
# Installs the Python peers of bench/stats.ts into a folder that git ignores.
set -euo pipefail
venv="$(cd "$(dirname "$0")" && pwd)/.venv/scipy"
[ -x "$venv/bin/python" ] && "$venv/bin/python" -c 'import scipy' 2>/dev/null && { echo "scipy: already installed"; exit 0; }
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet numpy==2.4.6 scipy==1.17.1
echo "scipy: installed"
