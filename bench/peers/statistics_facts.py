"""Prints the facts that the tests of src/evals/stats hold: run it with the interpreter of install-scipy.sh.

The randomised parts repeat our use of the generator in numpy, so that counts are equal and not only close; intervals are
scipy's own BCa on the same resamples.
"""
import math
from types import SimpleNamespace

import numpy as np
from scipy import stats

SEED, DRAWS = 42, 10_000


def differences(n, state):
    """A third zeros, else uniform on [-.4, .6): the generator of the tests."""
    out = []
    for _ in range(n):
        state = (state * 1_664_525 + 1_013_904_223) % 2**32
        u = state / 2**32
        out.append(0.0 if u < 1 / 3 else (u - 1 / 3) * 1.5 - 0.4)
    return out


def words(count):
    return np.random.RandomState(SEED).randint(0, 2**32, count, dtype=np.uint32)


def sign_flip_count(values):
    sizes = np.sort(np.abs([v for v in values if v != 0]))
    groups = -(-len(sizes) // 8)
    per_draw = -(-groups // 4)
    stream = words(DRAWS * per_draw).reshape(DRAWS, per_draw)
    bits = ((stream[:, :, None] >> np.arange(32, dtype=np.uint32)) & 1).reshape(DRAWS, -1)[:, : len(sizes)]
    sums = np.where(bits == 1, 1.0, -1.0) @ sizes
    return int(np.sum(np.abs(sums) >= abs(math.fsum(values)) - 1e-12 * math.fsum(sizes)))


def resample_indices(n):
    stream = iter(words(DRAWS * n).tolist())
    rejected = 2**16 % n
    out = []
    for _ in range(DRAWS):
        row = []
        while len(row) < n:
            word = next(stream)
            for half in (word & 0xFFFF, word >> 16):
                if len(row) < n and half * n % 2**16 >= rejected:
                    row.append(half * n >> 16)
        out.append(row)
    return np.array(out)


def bca(values, level, alternative="two-sided"):
    x = np.sort(values)
    assert x[0] + x[-1] > 0, "the tests mirror data that lean down"
    means = x[resample_indices(len(x))].mean(axis=1)
    result = stats.bootstrap(
        (x,),
        np.mean,
        n_resamples=0,
        confidence_level=level,
        method="BCa",
        alternative=alternative,
        bootstrap_result=SimpleNamespace(bootstrap_distribution=means),
    )
    return float(result.confidence_interval.low), float(result.confidence_interval.high)


print("words", words(4).tolist())
for n, state in ((40, 7), (300, 11)):
    d = differences(n, state)
    print(f"n={n} state={state} non-zero", sum(v != 0 for v in d), "sum", math.fsum(d))
    print("  sign flip count", sign_flip_count(d))
    print("  t test", stats.ttest_1samp(d, 0))
    print("  BCa .95", bca(d, 0.95), "BCa .8", bca(d, 0.8), "lower .95", bca(d, 0.95, "greater")[0])
skewed = [0.0] * 20 + [0.02, 0.05, 0.1, 0.4, 0.9]
print("skewed: BCa .95", bca(skewed, 0.95))
rng = np.random.default_rng(1)
print("skewed: scipy alone, a million resamples", stats.bootstrap((skewed,), np.mean, n_resamples=1_000_000, batch=20_000, rng=rng).confidence_interval)
print("vectors of the t test")
for d in ([0.1, 0.2, -0.05, 0.15, 0, 0.3, 0.1, -0.1, 0.05, 0.25], [0.5] * 6 + [-0.5] + [0] * 43, [1, 0, 0, 0.5]):
    print("  ", np.mean(d), np.std(d, ddof=1), stats.ttest_1samp(d, 0))
print("t.cdf", [(x, df, float(stats.t.cdf(x, df))) for x, df in ((-2.5, 1), (-1.96, 9), (0.3, 29), (-12.5, 299), (-3.3, 99_999))])
print("t.ppf", [(p, df, float(stats.t.ppf(p, df))) for p, df in ((0.975, 1), (0.8, 9), (1e-7, 99_999), (0.0001, 2), (0.3, 299))])
print("norm.cdf", [(x, float(stats.norm.cdf(x))) for x in (-8.0, -1.96, 0.5)])
print("norm.ppf", [(p, float(stats.norm.ppf(p))) for p in (1e-4, 0.025, 0.9)])


def power(effect, n, alpha):
    """Exact, by the non-central t; the far tail counts for nothing."""
    return stats.nct.sf(stats.t.ppf(1 - alpha / 2, n - 1), n - 1, effect * math.sqrt(n))


def detectable(n, alpha):
    low, high = 0.0, 10.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if power(middle, n, alpha) < 0.8 else (low, middle)
    return round(high, 4)


print("exact detectable effect, sd 1", [(n, a, detectable(n, a)) for a in (0.05, 0.005) for n in (10, 50, 300)])
print("exact topics needed", [(e, sd, next(n for n in range(2, 999) if power(e / sd, n, 0.05) >= 0.8)) for e, sd in ((0.03, 0.2), (0.05, 0.2), (0.1, 0.2), (0.05, 0.3), (0.1, 0.3))])
print("BH", stats.false_discovery_control([0.01, 0.04, 0.03, 0.005, 0.2, 0.04]).tolist())
