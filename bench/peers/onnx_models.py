"""Answers bench/transformers.ts with Python's onnxruntime: one JSON question a line, one text or pair a run."""
import json
import sys
import time

import numpy as np
import onnxruntime


def run(session, ids, types):
    offered = {"input_ids": ids, "attention_mask": [1] * len(ids), "token_type_ids": types}
    named = [given.name for given in session.get_inputs()]
    return session.run(None, {name: np.array([offered[name]], dtype=np.int64) for name in named})[0][0]


def unit(hidden):
    mean = hidden.mean(axis=0, dtype=np.float64)
    return mean / np.linalg.norm(mean)


session = None
for line in sys.stdin:
    question = json.loads(line)
    if question["do"] == "open":
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = question["threads"]
        options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(question["file"], options, providers=["CPUExecutionProvider"])
        print("{}", flush=True)
        continue
    started = time.perf_counter()
    rows = [run(session, ids, types) for ids, types in zip(question["ids"], question["types"])]
    values = np.concatenate([unit(row) for row in rows] if question["do"] == "embed" else rows)
    seconds = time.perf_counter() - started
    print(json.dumps({"seconds": seconds, "values": [float(value) for value in values]}), flush=True)
