// Your own search, measured beside bm25: node docs/guides/examples/library/evaluate.mjs
import { join } from 'node:path';
import { evaluate, verdict } from 'grk';
import { search } from '../own-search/search.mjs';

const report = await evaluate({
  golden: join(import.meta.dirname, '../../../../golden/handbook'),
  search: { mine: { search, version: 'paragraphs/1' } },
});

const { sentence, evidence } = verdict(report);
console.log(sentence);
console.log(`evidence: ${evidence.status}, p ${evidence.adjustedP.toFixed(4)} over ${evidence.familySize} comparison`);
