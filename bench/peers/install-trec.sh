#!/usr/bin/env bash
# Installs the Python peers of bench/score.ts into a folder that git ignores. `--ranx` adds ranx, whose numba takes long.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
venv="$here/.venv/trec"
if [ -x "$venv/bin/python" ] && "$venv/bin/python" -c 'import ir_measures, pytrec_eval' 2>/dev/null; then
  echo "ir_measures, pytrec_eval: already installed"
else
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet ir-measures==0.4.3 pytrec-eval-terrier==0.5.11
  echo "ir_measures, pytrec_eval: installed"
fi
if [ "${1:-}" = "--ranx" ] && ! "$venv/bin/python" -c 'import ranx' 2>/dev/null; then
  "$venv/bin/pip" install --quiet ranx==0.3.21
  echo "ranx: installed"
fi
