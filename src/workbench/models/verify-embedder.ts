import type { ModelCheck, ModelSpeed } from '../../contracts/models.ts';
import type { Embedder, EmbedRole } from '../../contracts/ports.ts';
import type { Session } from '../session/state.ts';
import { check, type Finding, failed, notPossible, ok, withSpeed } from './checks.ts';
import { REFERENCE_FILE, referenceVectors } from './reference.ts';

const TEXTS = [
  'A lease is renewed before it expires, or the lock is given to another process.',
  'The walrus sleeps on the ice for most of the day.',
  'Backups run every night at two; a single file can be restored from any of them.',
  'How is the retry budget of a client counted?',
];
/** Rounding of a component to 32 bits, summed over a vector. */
const NORM_TOLERANCE = 1e-4;

/** What an embedder promises, held against what it does. @throws GrkError GRK_INTERRUPTED */
export async function verifyEmbedder(
  session: Session,
  embedder: Embedder,
  folder: string | null,
): Promise<{ checks: ModelCheck[]; speed: ModelSpeed | null }> {
  const { identity } = embedder;
  if (identity.provider === 'vectors') {
    const detail = 'it has vectors of its own texts only: grk golden texts names those that it needs';
    return { checks: [{ name: 'vectors', status: 'not possible', detail }], speed: null };
  }
  const rows = async (texts: readonly string[], role: EmbedRole) =>
    rowsOf((await embedder.embed(texts, role, session.signal)).vectors, texts.length);
  const checks = [
    await check('reference', async () => {
      const reference = folder === null ? undefined : referenceVectors(folder);
      if (reference === undefined) return notPossible(`there is no ${REFERENCE_FILE} beside the model`);
      return nearReference(await rows(reference.texts, reference.role), reference);
    }),
    await check('width and norm', async () => shapeOf(await rows([...TEXTS, ' '], 'passage'), embedder)),
    await check('roles', async () => rolesOf(await rows(TEXTS, 'query'), await rows(TEXTS, 'passage'), embedder)),
    await check('determinism', async () => {
      const [first, second] = [await rows(TEXTS, 'passage'), await rows([...TEXTS].reverse(), 'passage')];
      const alone = await rows(TEXTS.slice(1, 2), 'passage');
      const gap = Math.max(largestGap(first, second.reverse()), largestGap(first.slice(1, 2), alone));
      return repeated(gap, identity.determinism);
    }),
  ];
  return withSpeed(
    session,
    checks,
    'texts',
    TEXTS.map(({ length }) => length),
    () => embedder.embed(TEXTS, 'passage', session.signal),
  );
}

/** @param gap largest difference between what the same text gave, alone and in another order */
export function repeated(gap: number, determinism: Embedder['identity']['determinism']): Finding {
  const found = gap === 0 ? 'the same bits' : `differences up to ${gap.toExponential(1)}`;
  const detail = `the same texts again, in another order and alone: ${found}`;
  if (determinism === 'none') return notPossible(`none is promised; ${detail}`);
  return gap === 0 ? ok(detail) : failed(detail);
}

function rowsOf(vectors: Float32Array, count: number): Float32Array[] {
  const width = vectors.length / count;
  return Array.from({ length: count }, (_, i) => vectors.slice(i * width, (i + 1) * width));
}

function nearReference(
  rows: readonly Float32Array[],
  { vectors, tolerance, role }: { vectors: readonly (readonly number[])[]; tolerance: number; role: EmbedRole },
): Finding {
  const gap = largestGap(rows, vectors);
  const detail = `${vectors.length} ${role} vectors, differences up to ${gap.toExponential(1)} (allowed ${tolerance})`;
  return gap <= tolerance ? ok(detail) : failed(detail);
}

function shapeOf(rows: readonly Float32Array[], { identity: { dimensions, normalised } }: Embedder): Finding {
  const wide = rows.find(({ length }) => length !== dimensions);
  if (wide !== undefined) return failed(`a vector has ${wide.length} numbers, not ${dimensions}`);
  const norms = rows.map((row) => Math.hypot(...row));
  const blank = norms.pop();
  if (blank !== 0) return failed(`a blank text has a vector of length ${blank}, not of zeros`);
  if (norms.some((norm) => !Number.isFinite(norm))) return failed('a vector holds NaN or an infinite number');
  const off = Math.max(...norms.map((norm) => Math.abs(norm - 1)));
  const detail = `${dimensions} numbers, length 1 within ${off.toExponential(1)}; zeros for a blank text`;
  if (!normalised) return ok(`${dimensions} numbers; zeros for a blank text`);
  return off <= NORM_TOLERANCE ? ok(detail) : failed(detail);
}

function rolesOf(
  queries: readonly Float32Array[],
  passages: readonly Float32Array[],
  { identity: { queryPrefix, passagePrefix, determinism } }: Embedder,
): Finding {
  const gap = largestGap(queries, passages);
  const prefixes = `prefixes ${JSON.stringify(queryPrefix)} and ${JSON.stringify(passagePrefix)}`;
  if (queryPrefix !== passagePrefix) {
    return gap > 0 ? ok(`${prefixes}: queries differ from passages`) : failed(`${prefixes} change nothing`);
  }
  if (gap === 0) return ok(`one prefix ${JSON.stringify(queryPrefix)} for both: queries equal passages`);
  const detail = `one prefix for both, and queries differ from passages by up to ${gap.toExponential(1)}`;
  return determinism === 'none' ? notPossible(`${detail}, as any two answers may`) : failed(detail);
}

/** Infinite where the shapes differ or a number is none. */
function largestGap(a: readonly ArrayLike<number>[], b: readonly ArrayLike<number>[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (const [number, row] of a.entries()) {
    const other = b[number];
    if (other === undefined || other.length !== row.length) return Number.POSITIVE_INFINITY;
    for (let i = 0; i < row.length; i++) {
      const gap = Math.abs((row[i] ?? Number.NaN) - (other[i] ?? Number.NaN));
      if (!(gap <= largest)) largest = Number.isNaN(gap) ? Number.POSITIVE_INFINITY : gap;
    }
  }
  return largest;
}
