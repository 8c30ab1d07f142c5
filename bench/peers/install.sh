#!/usr/bin/env bash
# Installs the Python peers of the benches, each into a folder of its own below .venv, which git ignores.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
venv="$here/.venv/bm25s"
if [ -x "$venv/bin/python" ] && "$venv/bin/python" -c 'import bm25s, numba, Stemmer' 2>/dev/null; then
  echo "bm25s: already installed"
else
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet 'bm25s[core]==0.3.16' numpy==2.4.6 numba==0.68.1 PyStemmer==3.1.0
  echo "bm25s: installed"
fi
"$here/install-model2vec.sh"
"$here/install-onnxruntime.sh"
"$here/install-groundkit.sh"
"$here/install-trec.sh"
