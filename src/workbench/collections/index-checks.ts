import type { ExtractorId } from '../../contracts/document.ts';
import { indexedText } from '../../contracts/document.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { IndexFinding } from '../../contracts/index-state.ts';
import type { Catalog, CollectionIdentity, CollectionInfo } from '../../contracts/ports.ts';
import { compareTieKeys } from '../../contracts/ranking.ts';
import { LEXICAL_ENGINES } from '../../index/lexical/engines.ts';
import { extractorVersions } from '../../ingest/extractors.ts';
import { sha256Of } from '../../ingest/framed-hash.ts';
import { passageId } from '../../ingest/passages.ts';
import { EMBEDDER_ALGORITHMS } from '../../providers/registry.ts';
import { identityOf } from './index-corpus.ts';
import { EVAL_PREFIX, reindexOf, repairOf } from './open-collection.ts';
import { storedPassages } from './stored-passages.ts';

/** Parts of an identity that texts in the catalog depend on: `grk index repair` cannot make them anew. */
const OF_TEXTS = /^(readingAlgorithm|chunkerAlgorithm|extractors\..*)$/;

/** A fault of one collection; texts make it good unless it is in the texts themselves. */
export function faultOf(info: CollectionInfo, code: string, message: string, isRepairable: boolean): IndexFinding {
  const remedy = isRepairable ? repairOf(info) : reindexOf(info);
  return { collection: info.name, code, severity: 'fault', message, remedy, isRepairable };
}

/** Whether the identity names everything, in the versions that this grk has. */
export function checkIdentity(info: CollectionInfo): IndexFinding[] {
  const { chunker, analyzer, engine, extractors = {} } = info.identity;
  if ((info.vectors === null) !== (info.identity.embedder === null)) {
    const what = info.vectors === null ? 'an embedder and no vectors' : 'vectors and no embedder';
    return [faultOf(info, 'identity-half', `it names ${what}`, info.vectors === null)];
  }
  const inForce = extractorVersions(Object.keys(extractors) as ExtractorId[]);
  const { embedder: _none, ...current } = identityOf({ chunker, analyzer, engine }, null, inForce);
  const stored = new Map<string, unknown>(byField(info.identity));
  const findings: IndexFinding[] = [];
  for (const [field, value] of byField(current)) {
    if (!stored.has(field)) {
      findings.push(faultOf(info, 'identity-incomplete', `its identity lacks ${field}`, false));
    } else if (isVersion(field) && stored.get(field) !== value) {
      const message = `it was built with ${field} ${stored.get(field)}; this grk has ${value}`;
      const isOfEval = info.name.startsWith(EVAL_PREFIX);
      const finding = faultOf(info, 'identity-outdated', message, !isOfEval && !OF_TEXTS.test(field));
      // An eval looks for an index by its identity: it builds another one, and never meets this one.
      findings.push(isOfEval ? { ...finding, severity: 'notice' } : finding);
    }
  }
  return [...findings, ...checkEmbedder(info)];
}

/** Vectors of another version are not searched: the embedder that asks has another identity. */
function checkEmbedder(info: CollectionInfo): IndexFinding[] {
  const { embedder } = info.identity;
  const current = embedder === null ? undefined : EMBEDDER_ALGORITHMS.get(embedder.provider);
  if (embedder === null || current === undefined || current === embedder.algorithm) return [];
  const message = `its vectors were made by ${embedder.algorithm}; this grk has ${current}`;
  const finding = faultOf(info, 'identity-outdated', message, false);
  return [info.name.startsWith(EVAL_PREFIX) ? { ...finding, severity: 'notice' } : finding];
}

/** The fields of an identity, with each extractor as one of them. */
function byField({ extractors = {}, ...rest }: Omit<CollectionIdentity, 'embedder'>): [string, unknown][] {
  const versions = Object.entries(extractors).map(([id, version]): [string, unknown] => [`extractors.${id}`, version]);
  return [...Object.entries(rest), ...versions];
}

function isVersion(field: string): boolean {
  return field.endsWith('Algorithm') || field.startsWith('extractors.');
}

/** Whether the catalog holds what it says: counts, order, documents, and every text. */
export function checkTexts(catalog: Catalog, info: CollectionInfo): IndexFinding[] {
  const fault = (code: string, message: string) => faultOf(info, code, message, false);
  const findings: IndexFinding[] = [];
  const documents = catalog.documents(info.name);
  const passages = catalog.passages(info.name);
  if (documents.length !== info.documents) {
    findings.push(fault('count-documents', `the catalog lists ${documents.length} documents of ${info.documents}`));
  }
  if (passages.length !== info.passages) {
    findings.push(fault('count-passages', `the catalog lists ${passages.length} passages of ${info.passages}`));
  }
  const ids = new Set(documents.map(({ id }) => id));
  const stray = passages.filter(({ doc }) => !ids.has(doc));
  if (stray.length > 0) {
    findings.push(fault('passage-orphan', `${stray.length} passages belong to no document, ${stray[0]?.id} first`));
  }
  const late = passages.find((passage, i) => {
    const before = passages[i - 1];
    return before !== undefined && compareTieKeys(before, passage) > 0;
  });
  if (late !== undefined) findings.push(fault('passage-order', `passage ${late.id} is not in tie order`));
  const displaced = passages.filter(
    ({ id, doc, startUtf16, endUtf16, contentSha256 }) => passageId(doc, startUtf16, endUtf16, contentSha256) !== id,
  );
  if (displaced.length > 0) {
    findings.push(
      fault(
        'passage-id',
        `the ids of ${displaced.length} passages are not those of their places, ${displaced[0]?.id} first`,
      ),
    );
  }
  const changed: string[] = [];
  for (const { id, text, contentSha256 } of storedPassages(catalog, info.name)) {
    if (sha256Of(text) !== contentSha256) changed.push(id);
  }
  if (changed.length > 0) {
    findings.push(
      fault('text-hash', `the texts of ${changed.length} passages are not those indexed, ${changed[0]} first`),
    );
  }
  return findings;
}

/** Whether the lexical index is the one that the texts in the catalog make. */
export async function checkLexical(catalog: Catalog, info: CollectionInfo): Promise<IndexFinding[]> {
  const { identity, name } = info;
  const engine = await LEXICAL_ENGINES[identity.engine]();
  const stored = catalog.lexical(name);
  try {
    const { passageCount } = engine.open(stored);
    if (passageCount !== info.passages) {
      const message = `the lexical index holds ${passageCount} passages, the catalog ${info.passages}`;
      return [faultOf(info, 'lexical-count', message, true)];
    }
  } catch (error) {
    if (!(error instanceof GrkError)) throw error;
    return [faultOf(info, 'lexical-unreadable', error.message, true)];
  }
  const made = engine.build(indexedTexts(catalog, name), identity.analyzer).serialise();
  if (Buffer.compare(made, stored) === 0) return [];
  return [faultOf(info, 'lexical-content', 'the lexical index is not the one that its texts make', true)];
}

/** One at a time: all of them are as large as the corpus. */
function* indexedTexts(catalog: Catalog, name: string): Generator<string> {
  for (const passage of storedPassages(catalog, name)) yield indexedText(passage);
}
