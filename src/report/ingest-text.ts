import type { DocumentChanges, IngestOutcome, LeftOut } from '../contracts/ingest.ts';
import type { TerminalStyle } from './style.ts';
import { corpusProfileText } from './terminal/corpus-profile.ts';
import { inert } from './terminal/inert.ts';

const SHOWN = 10;

/** What an ingest did, or would do, for a terminal: counts, the documents that go or move; of a plan, the profile. */
export function ingestText(name: string, outcome: IngestOutcome, style: TerminalStyle): string {
  const { collection, changes, damage, isDryRun, isUnchanged, profile, work } = outcome;
  const size = collection === null ? 'not built yet' : sizeOf(collection);
  const what = isUnchanged ? 'unchanged, nothing to do' : countsOf(changes);
  const lines = [
    isDryRun
      ? `dry run of collection ${name}: ${what}; nothing was written (now ${size})`
      : `collection ${name}: ${what} (${size})`,
    ...listed(
      isDryRun ? 'damaged, would be built anew' : 'was damaged, built anew',
      damage.map(({ message }) => message),
    ),
    ...(isDryRun ? [...listed('added', changes.added), ...listed('changed', changes.changed)] : []),
    ...listed(
      'renamed',
      changes.renamed.map(({ from, to }) => `${from} to ${to}`),
    ),
    ...listed('emptied', changes.emptied),
    ...listed('deleted', changes.deleted),
    ...listed('not readable, removed', changes.unread),
  ];
  if (work !== null) {
    const vectors =
      collection?.vectors === null
        ? ''
        : `, ${work.passagesEmbedded} passages embedded, ${work.vectorsReused} vectors known already`;
    lines.push(`  ${work.documentsCut} documents cut${vectors}`);
  }
  const plan = `${lines.join('\n')}\n`;
  return profile === null ? plan : `${plan}\n${corpusProfileText(profile, style)}`;
}

/** An ingest as `--json` prints it: counts always, every id of the plan and the profile in a dry run. */
export function ingestJson(name: string, outcome: IngestOutcome) {
  const { collection, changes, skipped } = outcome;
  const { unchanged, ...lists } = changes;
  return {
    collection: name,
    documents: collection?.documents ?? 0,
    passages: collection?.passages ?? 0,
    vectors: (collection?.vectors ?? null) !== null,
    unchanged: outcome.isUnchanged,
    dryRun: outcome.isDryRun,
    changes: { ...Object.fromEntries(Object.entries(lists).map(([kind, list]) => [kind, list.length])), unchanged },
    removed: [...changes.deleted, ...changes.emptied, ...changes.unread],
    renamed: changes.renamed,
    unread: outcome.unread,
    skipped: Object.fromEntries([...skipReasons(skipped)].map(([reason, paths]) => [reason, paths.length])),
    barren: outcome.barren,
    damage: outcome.damage,
    metadataLeftOut: outcome.metadataLeftOut,
    ...(outcome.work === null ? {} : { work: outcome.work }),
    ...(outcome.isDryRun ? { plan: { ...changes, skipped }, refusal: outcome.refusal, profile: outcome.profile } : {}),
  };
}

/** Lines for people about what was left out, beside the data. */
export function ingestNotices({ barren, skipped, unread, metadataLeftOut, refusal }: IngestOutcome): string[] {
  const shown = unread
    .slice(0, SHOWN)
    .map(({ path, message }) => `not readable, left out: ${inert(path)}: ${inert(message)}`);
  const more = unread.length > SHOWN ? [`not readable, left out: ${unread.length - SHOWN} more files`] : [];
  const skips = [...skipReasons(skipped)].map(([reason, paths]) => {
    const first = inert(paths[0] ?? '');
    return `${paths.length} skipped: ${reason}: ${paths.length === 1 ? first : `${first} first`}`;
  });
  const refused = refusal === null ? [] : [`without --dry-run it would be refused: ${inert(refusal.message)}`];
  const empty = barren.map((source) => `no document in ${inert(source === '' ? '.' : source)}`);
  return [...shown, ...more, ...empty, ...skips, ...metadataNotices(metadataLeftOut), ...refused];
}

const WHY_LEFT_OUT: Readonly<Record<Exclude<LeftOut['why'], 'empty'>, string>> = {
  nested: 'a map, or a list of more than single values',
  'not-finite': 'not a finite number',
  'not-yaml': 'no valid YAML',
  repeated: 'given twice, the first is kept',
  reserved: 'the file has its own',
};

/** Equal ones once, with their first document; of values that are empty nothing is lost. */
function metadataNotices(leftOut: IngestOutcome['metadataLeftOut']): string[] {
  const groups = new Map<string, string[]>();
  for (const { doc, key, why, detail } of leftOut) {
    if (why === 'empty') continue;
    const text = `${key}: ${WHY_LEFT_OUT[why]}${detail === undefined ? '' : ` (${detail})`}`;
    const docs = groups.get(text);
    if (docs === undefined) groups.set(text, [doc]);
    else docs.push(doc);
  }
  const lines = [...groups].map(([text, docs]) => {
    const others = docs.length === 1 ? '' : ` and ${docs.length - 1} more`;
    return `metadata left out: ${inert(text)}: ${inert(docs[0] ?? '')}${others}`;
  });
  const more = lines.length > SHOWN ? [`metadata left out: ${lines.length - SHOWN} more kinds; --json lists all`] : [];
  return [...lines.slice(0, SHOWN), ...more];
}

function sizeOf({ documents, passages, identity }: NonNullable<IngestOutcome['collection']>): string {
  const vectors = identity.embedder === null ? 'no vectors' : `vectors of ${inert(identity.embedder.model)}`;
  return `${documents} documents, ${passages} passages, ${vectors}`;
}

function countsOf(changes: DocumentChanges): string {
  const { added, changed, renamed, emptied, deleted, unread, unchanged } = changes;
  const counts = { added, changed, renamed, emptied, deleted, unreadable: unread };
  const parts = Object.entries(counts).flatMap(([kind, list]) => (list.length === 0 ? [] : [`${list.length} ${kind}`]));
  return [...parts, ...(unchanged > 0 || parts.length === 0 ? [`${unchanged} unchanged`] : [])].join(', ');
}

function listed(kind: string, documents: readonly string[]): string[] {
  const more = documents.length > SHOWN ? [`  ${kind}: ${documents.length - SHOWN} more`] : [];
  return [...documents.slice(0, SHOWN).map((document) => `  ${kind}: ${inert(document)}`), ...more];
}

/** Paths by the reason why they are skipped. */
function skipReasons(skipped: IngestOutcome['skipped']): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { path, reason } of skipped) {
    const others = paths.get(reason);
    if (others === undefined) paths.set(reason, [path]);
    else others.push(path);
  }
  return new Map([...paths].sort(([a], [b]) => (a < b ? -1 : 1)));
}
