#!/usr/bin/env bash
# Installs the Python peer of bench/transformers.ts into a folder that git ignores: the version of onnxruntime-node.
set -euo pipefail
venv="$(cd "$(dirname "$0")" && pwd)/.venv/onnxruntime"
[ -x "$venv/bin/python" ] && "$venv/bin/python" -c 'import onnxruntime' 2>/dev/null && { echo "onnxruntime: already installed"; exit 0; }
python3 -m venv "$venv"
"$venv/bin/pip" install --quiet onnxruntime==1.30.0 numpy==2.4.6
echo "onnxruntime: installed"
