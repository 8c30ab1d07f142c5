import type {
  CollectionStatus,
  Freshness,
  IndexDoctorOutcome,
  IndexFinding,
  IndexStatus,
} from '../../contracts/index-state.ts';
import type { TerminalStyle } from '../style.ts';
import { inert, sentence } from './inert.ts';
import { inkOf } from './ink.ts';
import { type KeyRow, keyTable } from './key-table.ts';
import { bytesText, countText, plural } from './number.ts';
import { wrap } from './wrap.ts';

/** Documents of one kind that are named; the others are counted. */
const SHOWN_DOCUMENTS = 3;

/** What the state folder holds: collections first, indexes of evals apart from them. */
export function indexStatusText(status: IndexStatus, style: TerminalStyle): string {
  const { bold, dim } = inkOf(style);
  const own = status.collections.filter(({ isEval }) => !isEval);
  const evals = status.collections.filter(({ isEval }) => isEval);
  const unusedBytes = status.unusedTables.reduce((sum, { bytes }) => sum + bytes, 0);
  const evalTables = evals.map((each) => ({
    key: each.name,
    value: `${countsOf(each)}, ${bytesText(bytesOf(each))}`,
  }));
  const sections = [
    `${dim(`state folder ${inert(status.stateFolder)}, catalog ${bytesText(status.catalogBytes)}`)}\n`,
    ...(own.length === 0 ? ['no collections\n'] : own.map((each) => collectionText(each, style))),
    ...(evals.length === 0
      ? []
      : [
          `${bold(`indexes of evals (${evals.length})`)}\n${keyTable(evalTables, style)}drop them with: grk index drop --evals\n`,
        ]),
    ...(status.unusedTables.length === 0
      ? []
      : [
          `${plural(status.unusedTables.length, 'vector table')} in no use, ${bytesText(unusedBytes)}: grk index doctor says which\n`,
        ]),
    ...(status.caches.length === 0 ? [] : [cachesText(status.caches, style)]),
  ];
  return sections.join('\n');
}

/** What may be deleted at any time. */
function cachesText(caches: IndexStatus['caches'], style: TerminalStyle): string {
  const rows = caches.map(({ name, entries, bytes, maxBytes }) => ({
    key: inert(name),
    value: `${entries === null ? 'entries not counted' : countOf(entries)}, ${bytesText(bytes)} of ${bytesText(maxBytes)}`,
  }));
  return `${inkOf(style).bold('caches')}\n${keyTable(rows, style)}they only save work: delete them to start anew\n`;
}

function countOf(entries: number): string {
  return entries === 1 ? '1 entry' : `${countText(entries)} entries`;
}

function collectionText(status: CollectionStatus, style: TerminalStyle): string {
  const { identity, lexicalBytes, textBytes, vectorBytes, freshness } = status;
  const { chunker, analyzer, engine, embedder } = identity;
  const rows: KeyRow[] = [
    { key: 'content', value: countsOf(status) },
    { key: 'vectors', value: vectorsText(status) },
    {
      key: 'on disk',
      value: `texts ${bytesText(textBytes)}, lexical index ${bytesText(lexicalBytes)}, vectors ${bytesText(vectorBytes)}`,
    },
    {
      key: 'built with',
      value: `${chunkerText(chunker)}, ${analyzer} (${identity.analyzerAlgorithm}), ${engine} (${identity.engineAlgorithm})`,
    },
    ...(embedder === null
      ? []
      : [
          {
            key: 'embedder',
            value: `${embedder.provider}:${embedder.model}, ${embedder.dimensions} dimensions, weights ${embedder.weightsSha256.slice(0, 12) || 'none'}`,
          },
        ]),
    ...(freshness === null ? [] : [{ key: 'sources', value: freshnessText(freshness) }]),
  ];
  return `${inkOf(style).bold(`collection ${inert(status.name)}`)}\n${keyTable(rows, style)}`;
}

function countsOf({ documents, passages }: CollectionStatus): string {
  return `${plural(documents, 'document')}, ${plural(passages, 'passage')}`;
}

function bytesOf({ lexicalBytes, textBytes, vectorBytes }: CollectionStatus): number {
  return lexicalBytes + textBytes + vectorBytes;
}

function vectorsText({ vectors, passages }: CollectionStatus): string {
  if (vectors === null) return 'none: bm25 only';
  if (vectors.stored === null) return `not counted: ${vectors.reason ?? ''}`;
  const { stored, truncated } = vectors;
  const cut = truncated === null ? 'how many texts were cut is not known' : `${plural(truncated, 'text')} cut to fit`;
  return `${countText(stored)} of ${countText(passages)} passages${truncated === 0 ? '' : `; ${cut}`}`;
}

function chunkerText({ name, ...settings }: CollectionStatus['identity']['chunker']): string {
  const rest = Object.entries(settings).map(([key, value]) => `${key} ${value}`);
  return rest.length === 0 ? name : `${name} (${rest.join(', ')})`;
}

function freshnessText(freshness: Freshness): string {
  if (freshness.kind === 'unknown') return `not compared: ${freshness.reason}`;
  if (freshness.isFresh) return 'unchanged since they were indexed';
  const parts = (['changed', 'added', 'gone'] as const).flatMap((kind) => {
    const documents = freshness[kind];
    if (documents.length === 0) return [];
    const more = documents.length > SHOWN_DOCUMENTS ? ', …' : '';
    return [`${documents.length} ${kind}: ${documents.slice(0, SHOWN_DOCUMENTS).join(', ')}${more}`];
  });
  return parts.length === 0 ? 'other bytes, the same documents' : parts.join('; ');
}

/** Faults, then notices, each with its remedy, and a closing line. */
export function indexDoctorText({ collections, findings }: IndexDoctorOutcome, style: TerminalStyle): string {
  const { good, bad } = inkOf(style);
  const faults = findings.filter(({ severity }) => severity === 'fault');
  const notices = findings.filter(({ severity }) => severity === 'notice');
  const verdict = faults.length === 0 ? good('no faults') : bad(plural(faults.length, 'fault'));
  const closing = `${plural(collections.length, 'collection')} checked: ${verdict}${notices.length === 0 ? '' : `, ${plural(notices.length, 'notice')}`}`;
  return `${[...[...faults, ...notices].map((each) => findingText(each, style)), closing].join('\n\n')}\n`;
}

function findingText({ collection, code, severity, message, remedy }: IndexFinding, style: TerminalStyle): string {
  const { bad, warn, dim } = inkOf(style);
  const paint = severity === 'fault' ? bad : warn;
  const where = collection === null ? 'state folder' : `collection ${inert(collection)}`;
  const lines = [
    ...wrap(sentence(message, style), style.width - 4),
    ...wrap(sentence(`fix: ${remedy}`, style), style.width - 4),
  ];
  return [`  ${paint(severity)} ${where} ${dim(`(${code})`)}`, ...lines.map((line) => `    ${line}`)].join('\n');
}
