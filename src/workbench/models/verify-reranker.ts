import type { ModelCheck, ModelSpeed } from '../../contracts/models.ts';
import type { Reranker } from '../../contracts/ports.ts';
import type { Session } from '../session/state.ts';
import { check, type Finding, failed, notPossible, ok, withSpeed } from './checks.ts';
import { REFERENCE_FILE, type ReferenceLogits, referenceLogits } from './reference.ts';
import { repeated } from './verify-embedder.ts';

const QUERY = 'when does a lease expire';
const PASSAGES = [
  'A lease expires after thirty seconds, unless its holder renews it.',
  'The walrus sleeps on the ice for most of the day.',
  'Backups run every night at two; a single file can be restored from any of them.',
  'A lock is given to another process once the lease on it has run out.',
];
/** Which logits of a reference a number format is held against, and how far it may be off: int8 kernels differ by processor. */
const LOGITS = {
  fp32: { key: 'logit_f32', tolerance: 1e-3 },
  q8: { key: 'logit_int8', tolerance: 0.2 },
  int8: { key: 'logit_int8', tolerance: 0.2 },
} as const;

/** What a reranker promises, held against what it does. @throws GrkError GRK_INTERRUPTED */
export async function verifyReranker(
  session: Session,
  reranker: Reranker,
  folder: string | null,
): Promise<{ checks: ModelCheck[]; speed: ModelSpeed | null }> {
  const { identity, isStructural } = reranker;
  if (isStructural || identity.provider === 'scripted') {
    const detail = isStructural ? 'it is a stand-in: its scores mean nothing' : 'it has scores of its own pairs only';
    return { checks: [{ name: 'scores', status: 'not possible', detail }], speed: null };
  }
  const scores = async (query: string, texts: readonly string[]) =>
    (
      await reranker.score(
        { topicId: 'verify', query },
        texts.map((text, i) => ({ id: `p${i}`, doc: `d${i}`, text, inputScore: 0 })),
        session.signal,
      )
    ).scores;
  const checks = [
    await check('reference', async () => {
      const reference = folder === null ? undefined : referenceLogits(folder);
      if (reference === undefined) return notPossible(`there is no ${REFERENCE_FILE} beside the model`);
      return nearReference(reference, identity.settings.dtype, async ({ query, passage }) => {
        const [score = Number.NaN] = await scores(query, [passage]);
        return score;
      });
    }),
    await check('scores', async () => {
      const found = await scores(QUERY, PASSAGES);
      if (found.length !== PASSAGES.length) return failed(`${found.length} scores for ${PASSAGES.length} passages`);
      if (!found.every(Number.isFinite)) return failed('a score is no finite number');
      return new Set(found).size > 1 ? ok('one finite score per passage') : failed('all passages have one score');
    }),
    await check('reads both texts', async () => {
      const passage = PASSAGES[0] ?? '';
      const [pair] = await scores(QUERY, [passage]);
      const [alone] = await scores(QUERY, ['']);
      const [other] = await scores('where does the walrus sleep', [passage]);
      if (pair === alone) return failed('the score is that of the topic without its passage');
      if (pair === other) return failed('the score is the same for another topic');
      return ok('the score changes with the passage and with the topic');
    }),
    await check('determinism', async () => {
      const [first, second] = [await scores(QUERY, PASSAGES), await scores(QUERY, [...PASSAGES].reverse())];
      const [alone = Number.NaN] = await scores(QUERY, PASSAGES.slice(1, 2));
      const gaps = [...first].map((score, i) => Math.abs(score - (second.at(-1 - i) ?? Number.NaN)));
      const gap = Math.max(...gaps, Math.abs(alone - (first[1] ?? Number.NaN)));
      return repeated(Number.isNaN(gap) ? Number.POSITIVE_INFINITY : gap, identity.determinism);
    }),
  ];
  return withSpeed(
    session,
    checks,
    'pairs',
    PASSAGES.map(({ length }) => QUERY.length + length),
    () => scores(QUERY, PASSAGES),
  );
}

async function nearReference(
  reference: ReferenceLogits,
  dtype: unknown,
  scoreOf: (pair: ReferenceLogits[number]) => Promise<number>,
): Promise<Finding> {
  const { key, tolerance } = LOGITS[dtype as keyof typeof LOGITS] ?? {};
  if (key === undefined) return notPossible(`${REFERENCE_FILE} has no logits of the format ${String(dtype)}`);
  let gap = 0;
  let count = 0;
  for (const pair of reference) {
    const expected = pair[key];
    if (expected === undefined) continue;
    count++;
    gap = Math.max(gap, Math.abs((await scoreOf(pair)) - expected));
  }
  if (count === 0) return notPossible(`${REFERENCE_FILE} has no ${key}`);
  const detail = `${count} pairs, logits off by up to ${gap.toExponential(1)} (allowed ${tolerance})`;
  return gap <= tolerance ? ok(detail) : failed(detail);
}
