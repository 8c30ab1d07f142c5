"""numpy's sign flips and bootstrap, and scipy's BCa, on lists of differences: DRAWS RUNS, JSON lists on stdin."""
import json
import sys
import time

import numpy as np
import scipy
from scipy import stats

draws, runs = int(sys.argv[1]), int(sys.argv[2])
lists = [np.array(values) for values in json.load(sys.stdin)]


def flips(values):
    rng = np.random.default_rng(42)
    bits = np.unpackbits(rng.integers(0, 256, (draws, -(-len(values) // 8)), dtype=np.uint8), axis=1)[:, : len(values)]
    sums = bits.astype(np.float64) @ (2 * values) - values.sum()
    least = abs(values.sum()) - 1e-12 * np.abs(values).sum()
    return (np.count_nonzero(np.abs(sums) >= least) + 1) / (draws + 1)


def percentile(values):
    rng = np.random.default_rng(42)
    means = values[rng.integers(0, len(values), (draws, len(values)))].mean(axis=1)
    return np.quantile(means, [0.025, 0.975]).tolist()


def bca(values):
    rng = np.random.default_rng(42)
    interval = stats.bootstrap((values,), np.mean, n_resamples=draws, method="BCa", rng=rng).confidence_interval
    return [float(interval.low), float(interval.high)]


def permutation(values):
    rng = np.random.default_rng(42)
    test = stats.permutation_test((values,), np.mean, permutation_type="samples", n_resamples=draws, vectorized=True, rng=rng)
    return float(test.pvalue)


results = {}
for name, work in {"flips": flips, "percentile": percentile, "bca": bca, "permutation": permutation}.items():
    taken = []
    for _ in range(runs):
        started = time.perf_counter()
        values = [work(each) for each in lists]
        taken.append(time.perf_counter() - started)
    results[name] = {"seconds": taken, "values": values}
json.dump({"numpy": np.__version__, "scipy": scipy.__version__, "results": results}, sys.stdout)
