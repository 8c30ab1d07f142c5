import { IdSchema } from '../../contracts/ids.ts';
import type { NamedText } from './beir.ts';
import { type Fault, throwFaults } from './faults.ts';
import { readLines } from './lines.ts';

export interface QueryText {
  readonly topicId: string;
  readonly query: string;
  /** `file:line`. */
  readonly where: string;
}

const TAG = /<(\/?)([a-z][\w-]*)\s*>/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Queries of a TREC topics file: `<top>` records, whose title is the query, or lines of id, tab, query.
 * @throws GrkError GRK_GOLDEN_INVALID with every fault and its line
 */
export function parseTrecTopics(source: NamedText): QueryText[] {
  const faults: Fault[] = [];
  const queries = /^\s*<top>/im.test(source.text) ? parseRecords(source, faults) : parseTabbed(source, faults);
  const seen = new Map<string, string>();
  for (const { topicId, query, where } of queries) {
    const earlier = seen.get(topicId);
    if (earlier === undefined) seen.set(topicId, where);
    else faults.push({ where, message: `topic id "${topicId}" is taken: first at ${earlier}` });
    if (!IdSchema.safeParse(topicId).success) faults.push({ where, message: 'the topic id is empty or not usable' });
    if (query === '') faults.push({ where, message: `the query of topic "${topicId}" is blank` });
  }
  if (queries.length === 0 && faults.length === 0) faults.push({ where: source.file, message: 'it holds no topic' });
  throwFaults(faults, 'A topics file has <top> records with <num> and <title>, or lines of id, tab, query.');
  return queries;
}

function parseTabbed({ file, text }: NamedText, faults: Fault[]): QueryText[] {
  return readLines(text, file, faults).flatMap(({ text: line, where }) => {
    const fields = line.split('\t');
    const [topicId = '', query = ''] = fields;
    if (fields.length === 2) return [{ topicId, query: query.trim(), where }];
    faults.push({ where, message: `${fields.length} columns instead of 2 (id, query), separated by tabs` });
    return [];
  });
}

function parseRecords({ file, text }: NamedText, faults: Fault[]): QueryText[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const queries: QueryText[] = [];
  let start: number | undefined;
  let fields: [name: string, value: string][] = [];
  const tags = [...text.matchAll(TAG)];
  const close = (end: string) => {
    if (start === undefined) return;
    const where = `${file}:${lineAt(start)}`;
    if (end !== '/top') faults.push({ where, message: 'this <top> is not closed' });
    const [number, title] = [fieldOf(fields, 'num', where, faults), fieldOf(fields, 'title', where, faults)];
    if (number !== undefined && title !== undefined) {
      queries.push({
        topicId: number.replace(/^Number:\s*/i, ''),
        query: title.replace(/^Topic:\s*/i, ''),
        where,
      });
    }
    start = undefined;
  };
  for (const [i, tag] of tags.entries()) {
    const name = `${tag[1]}${tag[2]}`.toLowerCase();
    if (name === 'top' || name === '/top') {
      close(name);
      fields = [];
      if (name === 'top') start = tag.index;
    } else if (tag[1] === '') {
      fields.push([name, plainText(text.slice(tag.index + tag[0].length, tags[i + 1]?.index))]);
    }
  }
  close('');
  return queries;
}

function fieldOf(fields: readonly [string, string][], name: string, where: string, faults: Fault[]) {
  const found = fields.filter(([other]) => other === name);
  if (found.length !== 1) faults.push({ where, message: `this <top> has ${found.length} <${name}> instead of one` });
  return found[0]?.[1];
}

function plainText(text: string): string {
  return text
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
