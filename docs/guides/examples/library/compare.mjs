// Two settings of one search, compared topic by topic: node docs/guides/examples/library/compare.mjs
import { join } from 'node:path';
import { compare, evaluate, gate } from 'grk';

const golden = join(import.meta.dirname, '../../../../golden/handbook');
const withLengths = (b) =>
  evaluate({ golden, suite: { variants: [{ name: 'own', stages: [{ kind: 'bm25', k1: 0.9, b }] }] } });

const before = await withLengths(0.4);
const after = await withLengths(0);

const { comparisons, comparability } = await compare(before, after);
for (const { effect, what, baseline, candidate } of comparability[0].differences) {
  console.log(`${effect}: ${what} ${baseline} → ${candidate}`);
}
const [{ deltas, changes }] = comparisons;
console.log(deltas[0].verdict);
console.log(`${deltas[0].evidence.status}; most changed: ${changes[0].topicId} ${changes[0].delta.toFixed(4)}`);

const { results } = gate(after, before, { gates: ['significant', 'non-inferior:0.02'] });
for (const { gate: name, status } of results) console.log(`${name}: ${status}`);
