"""Documents/s of the Python package model2vec: MODEL_FOLDER PASSES, one JSON list of texts on stdin."""
import json
import sys
import time

from model2vec import StaticModel

folder, passes = sys.argv[1], int(sys.argv[2])
texts = json.load(sys.stdin)
model = StaticModel.from_pretrained(folder)
taken = []
for _ in range(passes):
    started, started_cpu = time.perf_counter(), time.process_time()
    vectors = model.encode(texts, max_length=None, use_multiprocessing=False)
    taken.append({"seconds": time.perf_counter() - started, "cpuSeconds": time.process_time() - started_cpu})
json.dump({"passes": taken, "first": [float(x) for x in vectors[0][:4]]}, sys.stdout)
