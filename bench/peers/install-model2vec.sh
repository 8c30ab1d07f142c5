#!/usr/bin/env bash
# Installs the Python peer of bench/static.ts into a folder that git ignores.
set -euo pipefail
venv="$(cd "$(dirname "$0")" && pwd)/.venv/model2vec"
[ -x "$venv/bin/python" ] && "$venv/bin/python" -c 'import model2vec' 2>/dev/null && { echo "model2vec: already installed"; exit 0; }
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet model2vec==0.10.0
echo "model2vec: installed"
