// trec_eval's numbers for rankings in memory: node docs/guides/examples/library/measures.mjs
import { measures } from 'grk';

const qrels = { q1: { d1: 3, d2: 0, d3: 1 }, q2: { d4: 1 } };
const run = { q1: { d1: 9.5, d2: 8.1, d3: 7.7 } };

const { measures: means, topics, coverage } = measures.score(qrels, run, ['nDCG@10', 'map', 'P(rel=2)@1']);
console.log(means);
for (const { topicId, measures: values } of topics) console.log(topicId, values['nDCG@10'].toFixed(4));
console.log(`${coverage.topicsAnswered} of ${coverage.topicsJudged} judged topics were answered; the others count 0`);
