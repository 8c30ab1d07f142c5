#!/usr/bin/env bash
# Fetches the models in $MODELS, each OWNER/NAME@COMMIT. $1: the variable of the repository that holds them.
# Of each the int8 graph, which the suites run (dtype q8).
# grk holds their files against grk.models.lock.json where they are in it.
set -euo pipefail

read -ra models <<< "${MODELS:-}"
if [ ${#models[@]} -eq 0 ]; then
  echo "::error::no model is named: set the repository variable $1, or the input models, to OWNER/NAME@COMMIT"
  exit 2
fi
for model in "${models[@]}"; do
  if [[ ! $model =~ ^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+@[0-9a-f]{40}$ ]]; then
    echo "::error::\"$model\" is not of the form OWNER/NAME@COMMIT with all 40 digits of the commit: a branch or tag would move"
    exit 2
  fi
done
for model in "${models[@]}"; do
  node dist/cli/main.js models fetch "$model" --dtype q8
done
