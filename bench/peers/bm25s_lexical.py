"""bm25s on a corpus of bench/lexical.ts: BACKEND FOLDER RUNS TOPICS DEPTH... in one thread, one JSON object on stdout.

Texts are tokenised by bm25s's own pattern with its English stop words and Snowball stems, or as they stand where the
folder says that they are synthetic. Queries are tokenised before the clock runs, as bm25s's authors measure it.
"""
import json
import os
import resource
import sys
import time

import bm25s
import Stemmer

backend, folder = sys.argv[1:3]
runs, topics, *depths = [int(x) for x in sys.argv[3:]]


def lines(name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def seconds(work, times):
    taken, result = [], None
    for _ in range(times):
        started = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - started)
    return taken, result


texts, queries = lines("texts.jsonl"), lines("queries.jsonl")[:topics]
english = not os.path.exists(os.path.join(folder, "synthetic"))
stemmer = Stemmer.Stemmer("english") if english else None


def tokenise(rows, as_ids=True):
    stop_words = "en" if english else None
    return bm25s.tokenize(rows, stopwords=stop_words, stemmer=stemmer, return_ids=as_ids, show_progress=False)


def index(tokens):
    retriever = bm25s.BM25(method="lucene", k1=0.9, b=0.4, backend=backend)
    retriever.index(tokens, show_progress=False)
    return retriever


builds = []
for _ in range(runs):
    (tokenising,), tokens = seconds(lambda: tokenise(texts), 1)
    (indexing,), retriever = seconds(lambda: index(tokens), 1)
    builds.append({"tokeniseSeconds": tokenising, "indexSeconds": indexing})

query_tokens = tokenise(queries)
single = [[words] for words in tokenise(queries, as_ids=False)]
searches = []
for depth in depths:
    depth = min(depth, len(texts))
    ask = lambda tokens: retriever.retrieve(tokens, k=depth, show_progress=False, n_threads=0)
    cold, _ = seconds(lambda: ask(query_tokens), 1)
    passes, (found, _) = seconds(lambda: ask(query_tokens), runs)
    one_by_one = [seconds(lambda: ask(tokens), 1)[0][0] for tokens in single]
    searches.append({"depth": depth, "firstSeconds": cold[0], "passSeconds": passes, "singleSeconds": one_by_one})
    if depth == 10:
        top = found.tolist()

print(
    json.dumps(
        {
            "version": bm25s.__version__,
            "builds": builds,
            "searches": searches,
            "top": top,
            "peakMb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        }
    )
)
