import type {
  FetchOutcome,
  FetchPlan,
  ListedModel,
  ModelListing,
  ModelState,
  ModelUse,
  VerifiedModel,
  VerifyOutcome,
} from '../../contracts/models.ts';
import type { TerminalStyle } from '../style.ts';
import { inert } from './inert.ts';
import { inkOf } from './ink.ts';
import { type KeyRow, keyTable } from './key-table.ts';
import { bytesText, plural } from './number.ts';

/** The models that are here, one by one, then what commands use. */
export function modelListText({ models, uses }: ModelListing, style: TerminalStyle): string {
  const { bold } = inkOf(style);
  const used = `${bold('what commands use')}\n${keyTable(uses.map(useRow), style)}`;
  return [...models.map((model) => modelText(model, style)), used].join('\n');
}

function modelText(model: ListedModel, style: TerminalStyle): string {
  const { id, kind, origins, folder, bytes, weightsSha256, source, licence, notices, state } = model;
  const read = notices.length === 0 ? '' : ` (read ${notices.join(', ')})`;
  const place = folder === null ? 'no folder' : folder;
  const rows: KeyRow[] = [
    { key: 'kind', value: `${kind}, ${origins.join(', ')}`, ...stateOf(state) },
    ...reasonRow(state),
    { key: 'place', value: bytes === null ? place : `${place}, ${bytesText(bytes)}` },
    ...(weightsSha256 === null ? [] : [{ key: 'weights', value: weightsSha256.slice(0, 12) }]),
    ...(source === null ? [] : [{ key: 'source', value: source }]),
    ...(folder === null ? [] : [{ key: 'licence', value: `${licence ?? 'no line of its files says it'}${read}` }]),
  ];
  return `${inkOf(style).bold(inert(id))}\n${keyTable(rows, style)}`;
}

function useRow({ role, id, commands, state }: ModelUse): KeyRow {
  const of = `by ${commands.join(', ')}`;
  if (id === null || state === null) return { key: role, value: `none is named; it would be used ${of}` };
  const reason = state.status === 'ready' ? '' : `: ${state.reason}`;
  return {
    key: role,
    value: `${id} ${of}${reason}`,
    ...stateOf(state),
    ...(state.status === 'ready' || state.remedy === undefined ? {} : { remedy: state.remedy }),
  };
}

function stateOf({ status }: ModelState): Pick<KeyRow, 'status'> {
  return status === 'unasked' ? {} : { status: status === 'ready' ? 'ok' : 'missing' };
}

function reasonRow(state: ModelState): KeyRow[] {
  if (state.status === 'ready') return [];
  const { status, reason, remedy } = state;
  const key = status === 'faulty' ? 'fault' : 'not asked';
  return [{ key, value: reason, ...(remedy === undefined ? {} : { remedy }) }];
}

/** Every check of every model, and a closing line with the counts. */
export function verifyText({ models }: VerifyOutcome, style: TerminalStyle): string {
  const { good, bad, warn } = inkOf(style);
  const count = (wanted: string) =>
    models.flatMap(({ checks }) => checks).filter(({ status }) => status === wanted).length;
  const counts = [
    good(`${count('ok')} ok`),
    ...(count('failed') === 0 ? [] : [bad(`${count('failed')} failed`)]),
    ...(count('not possible') === 0 ? [] : [warn(`${count('not possible')} not possible`)]),
  ];
  const closing = `${plural(models.length, 'model')}, checks: ${counts.join(', ')}`;
  return [...models.map((model) => verifiedText(model, style)), `${closing}\n`].join('\n');
}

function verifiedText({ id, kind, checks }: VerifiedModel, style: TerminalStyle): string {
  const rows = checks.map(
    ({ name, status, detail, remedy }): KeyRow => ({
      key: name,
      value: detail,
      status,
      ...(remedy === undefined ? {} : { remedy }),
    }),
  );
  return `${inkOf(style).bold(inert(id))} (${kind})\n${keyTable(rows, style)}`;
}

/** What a fetch would bring, in a line for people. */
export function fetchPlanText({ name, revision, commit, host, files, bytes }: FetchPlan): string {
  const resolved = revision === commit ? '' : ` (${revision} is that commit now)`;
  return inert(`${name}@${commit}${resolved}: ${plural(files.length, 'file')}, ${bytesText(bytes)}, from ${host}`);
}

/** Where a model lies now, and what to write into the configuration. */
/** @param idHere the id as it is written in the working directory */
export function fetchText(
  { folder, id, kind, lockFile, isNew, notices }: FetchOutcome,
  idHere: string,
  style: TerminalStyle,
): string {
  const lines = [
    inert(
      `${isNew ? 'fetched into' : 'already in'} ${folder}; hashes in ${lockFile}, which belongs under version control`,
    ),
    inert(`in grk.config.json: "${kind}": ${JSON.stringify(id)}`),
    inert(`check it with: grk models verify ${/^[\w./:@-]+$/.test(idHere) ? idHere : JSON.stringify(idHere)}`),
    ...notices.map((notice) => `${inkOf(style).warn('note')}: ${inert(notice)}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
