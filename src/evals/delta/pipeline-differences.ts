import { canonicalJson } from '../../contracts/canonical-json.ts';
import { type EmbedderIdentity, unnamed } from '../../contracts/embedder.ts';
import type { Report } from '../../contracts/report.ts';
import type { RunStage, RunVariant } from '../../contracts/run-config.ts';
import { type DifferenceList, shortHash } from './difference.ts';

type Add = (
  effect: 'moves-ruler' | 'explains' | 'provenance',
  what: string,
  values: [unknown, unknown],
  meaning: string,
) => void;

/** Names of two variants that a comparison sets against each other. */
export interface VariantPair {
  readonly baseline: string;
  readonly candidate: string;
}

/** Variants of one name, or the only ones of both. */
export function namesakeVariants(a: Report, b: Report): VariantPair[] {
  const [before, after] = [a.runConfig.variants, b.runConfig.variants].map((all) => all.map(({ name }) => name));
  const [[only = '', ...others], [other = '', ...rest]] = [before ?? [], after ?? []];
  if (others.length === 0 && rest.length === 0) return [{ baseline: only, candidate: other }];
  return (before ?? []).filter((name) => after?.includes(name)).map((name) => ({ baseline: name, candidate: name }));
}

/** How the pipelines of these variants differ; the other variants are named. */
export function addPipelineDifferences(
  found: DifferenceList,
  a: Report,
  b: Report,
  pairs: readonly VariantPair[],
): void {
  for (const pair of pairs) {
    const old = a.runConfig.variants.find(({ name }) => name === pair.baseline);
    const other = b.runConfig.variants.find(({ name }) => name === pair.candidate);
    if (old === undefined || other === undefined) continue;
    const which = old.name === other.name ? old.name : `${old.name} / ${other.name}`;
    const add: Add = (effect, what, values, meaning) =>
      found.add(effect, what, values, meaning, pairs.length === 1 ? null : which);
    add('provenance', 'variant', [old.name, other.name], 'its name');
    addVariant(add, old, other, a.runConfig.golden.unit === 'passage');
    addVectors(add, [a, old], [b, other]);
  }
  // Within one report every variant is on both sides.
  if (a === b) return;
  for (const { name } of a.runConfig.variants) {
    if (pairs.some(({ baseline }) => baseline === name)) continue;
    found.add('provenance', 'variant', [name, null], 'of the baseline, and not compared');
  }
  for (const { name } of b.runConfig.variants) {
    if (pairs.some(({ candidate }) => candidate === name)) continue;
    found.add('provenance', 'variant', [null, name], 'of the candidate, and not compared');
  }
}

function addVariant(add: Add, a: RunVariant, b: RunVariant, isPassage: boolean): void {
  add(
    isPassage ? 'moves-ruler' : 'explains',
    'chunker',
    [algorithmText(a.chunker), algorithmText(b.chunker)],
    isPassage
      ? 'other passages are cut, and other ones are relevant: only span measures are compared'
      : 'documents are found through other passages',
  );
  add('explains', 'reading', [a.reading, b.reading], 'files become texts in another way');
  add('explains', 'context', [a.context, b.context], 'headings join the text of passages in another way');
  add('explains', 'analyzer', [algorithmText(a.analyzer), algorithmText(b.analyzer)], 'bm25 matches other words');
  add('explains', 'engine', [algorithmText(a.engine), algorithmText(b.engine)], 'the lexical formula is another one');
  addEmbedder(add, a.embedder, b.embedder);
  add('explains', 'filter', [filterText(a), filterText(b)], 'other documents may be returned');
  const names = new Set([...a.stages, ...b.stages].map(({ name }) => name));
  for (const name of names) {
    const find = ({ stages }: RunVariant) => stages.find((stage) => stage.name === name);
    addStage(add, name, find(a), find(b));
  }
}

function addEmbedder(add: Add, a: EmbedderIdentity | null, b: EmbedderIdentity | null): void {
  const ranks = 'other vectors: dense, and what reads it, rank differently';
  if (a === null || b === null) {
    add('explains', 'embedder', [embedderText(a), embedderText(b)], 'one of them has no vectors');
    return;
  }
  if (canonicalJson(weightsOf(a)) === canonicalJson(weightsOf(b))) {
    add('provenance', 'embedder name', [a.model, b.model], 'the weights are the same');
  } else {
    add('explains', 'embedder', [embedderText(a), embedderText(b)], ranks);
  }
  const { model: _a, weightsSha256: _b, dimensions: _c, service: _d, ...fields } = a;
  for (const key of Object.keys(fields) as (keyof typeof fields)[])
    add('explains', `embedder.${key}`, [a[key], b[key]], ranks);
}

/** What tells weights apart; of some services only their address and a name. */
function weightsOf({ provider, weightsSha256, service, dimensions }: EmbedderIdentity) {
  return { provider, weightsSha256, service: service ?? null, dimensions };
}

function addStage(add: Add, name: string, a: RunStage | undefined, b: RunStage | undefined): void {
  if (a === undefined || b === undefined) {
    const side = a === undefined ? 'candidate' : 'baseline';
    add('provenance', `stage ${name}`, [a?.kind, b?.kind], `only the ${side} has it: not compared by default`);
    return;
  }
  const ranks = `${name} ranks differently`;
  add('explains', `${name}.kind`, [a.kind, b.kind], ranks);
  add('explains', `${name}.algorithm`, [a.algorithm, b.algorithm], ranks);
  for (const key of new Set([...Object.keys(a.settings), ...Object.keys(b.settings)])) {
    add('explains', `${name}.${key}`, [a.settings[key], b.settings[key]], ranks);
  }
  const [before, after] = [a.reranker, b.reranker];
  const { model: oldName, ...old } = before ?? { model: undefined };
  const { model: newName, ...other } = after ?? { model: undefined };
  const isSame = JSON.stringify(old) === JSON.stringify(other);
  add(isSame ? 'provenance' : 'explains', `${name}.model`, [oldName, newName], isSame ? 'its name' : ranks);
  if (oldName === newName) add('explains', `${name}.model settings`, [old, other], ranks);
}

/** Vectors may differ where the embedder does not: it ran on another machine, or answers from afar. */
function addVectors(add: Add, [a, old]: [Report, RunVariant], [b, other]: [Report, RunVariant]): void {
  const inputs = ([{ golden }, { embedder, chunker, context, reading }]: [Report, RunVariant]) =>
    canonicalJson([golden.corpusSha256, embedder && unnamed(embedder), chunker, context, reading]);
  if (inputs([a, old]) !== inputs([b, other])) return;
  const [before, after] = [vectorsOf(a, old), vectorsOf(b, other)];
  if (before === null || after === null) return;
  add('explains', 'vectors', [before, after], 'the stored vectors are not the same bytes');
}

function vectorsOf({ variants, indexes }: Report, { name }: RunVariant): string | null {
  const index = indexes.find(({ id }) => id === variants.find((each) => each.name === name)?.indexId);
  return shortHash(index?.vectorsSha256 ?? null);
}

function filterText({ filter = [] }: RunVariant): string | null {
  return filter.length === 0 ? null : filter.join(', ');
}

function algorithmText({ algorithm, settings }: RunVariant['chunker']): string {
  const { name, ...rest } = settings;
  const given = Object.entries(rest).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
  const isNamed = typeof name === 'string' && !algorithm.startsWith(name);
  return [isNamed ? `${name} (${algorithm})` : algorithm, ...given].join(', ');
}

function embedderText(embedder: EmbedderIdentity | null): string | null {
  if (embedder === null) return null;
  const hash = shortHash(embedder.weightsSha256);
  const weights = hash === '' ? '' : `, weights ${hash}`;
  const { service } = embedder;
  const from = service === undefined ? '' : `, ${service.answering ?? service.model} at ${service.url}`;
  return `${embedder.model} (${embedder.dimensions} dimensions${weights}${from})`;
}
