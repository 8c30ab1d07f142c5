"""Answers bench/static.ts for the Python package model2vec: MODEL_FOLDER, one JSON question a line."""
import base64
import json
import sys
import time

from model2vec import StaticModel

folder = sys.argv[1]
model, texts, vectors = None, [], None
for line in sys.stdin:
    question = json.loads(line)
    started, started_cpu = time.perf_counter(), time.process_time()
    if question["do"] == "load":
        model = StaticModel.from_pretrained(folder)
    elif question["do"] == "texts":
        texts = question["texts"]
    elif question["do"] == "encode":
        vectors = model.encode(texts, max_length=None, use_multiprocessing=False)
    taken = {"seconds": time.perf_counter() - started, "cpuSeconds": time.process_time() - started_cpu}
    if question["do"] == "vectors":
        taken["vectors"] = base64.b64encode(vectors.astype("<f4").tobytes()).decode()
    print(json.dumps(taken), flush=True)
