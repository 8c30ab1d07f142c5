"""Scores a run with a peer: score_run.py PEER QRELS RUN. Prints the means of eight measures as one JSON object."""
import json
import math
import sys

peer, qrels_file, run_file = sys.argv[1:4]
NAMES = ["nDCG@10", "nDCG", "AP", "AP@100", "RR", "P@10", "R@100", "Bpref"]

if peer == "ir_measures":
    import ir_measures

    measures = [ir_measures.parse_measure(name) for name in NAMES]
    means = ir_measures.calc_aggregate(
        measures, ir_measures.read_trec_qrels(qrels_file), ir_measures.read_trec_run(run_file)
    )
    print(json.dumps({str(measure): value for measure, value in means.items()}))
elif peer == "pytrec_eval":
    import pytrec_eval

    theirs = ["ndcg_cut_10", "ndcg", "map", "map_cut_100", "recip_rank", "P_10", "recall_100", "bpref"]
    with open(qrels_file) as file:
        qrels = pytrec_eval.parse_qrel(file)
    with open(run_file) as file:
        run = pytrec_eval.parse_run(file)
    results = pytrec_eval.RelevanceEvaluator(qrels, set(theirs)).evaluate(run)
    # A judged topic that the run leaves out counts 0.
    means = {name: sum(topic[name] for topic in results.values()) / len(qrels) for name in theirs}
    print(json.dumps(dict(zip(NAMES, (means[name] for name in theirs)))))
elif peer == "ranx":
    import ranx

    theirs = ["ndcg@10", "ndcg", "map", "map@100", "mrr", "precision@10", "recall@100", "bpref"]
    qrels = ranx.Qrels.from_file(qrels_file, kind="trec")
    run = ranx.Run.from_file(run_file, kind="trec")
    means = ranx.evaluate(qrels, run, theirs, make_comparable=True)
    # Its bpref is 0 / 0 for a topic without a judged document that is not relevant.
    values = [float(means[name]) for name in theirs]
    print(json.dumps(dict(zip(NAMES, (None if math.isnan(value) else value for value in values)))))
else:
    sys.exit(f"unknown peer {peer}")
