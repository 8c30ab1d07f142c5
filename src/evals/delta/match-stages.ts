import type { StageWishes } from '../../contracts/compare.ts';
import { GrkError } from '../../contracts/errors.ts';
import type { Report, ReportStage } from '../../contracts/report.ts';
import { stageNamed } from './stage-named.ts';

type Staged = { readonly stages: Report['stages'] };

export interface MatchedStages {
  /** Stage ids, in the order of the candidate. */
  readonly pairs: readonly { readonly baseline: string; readonly candidate: string }[];
  readonly unpaired: { readonly baseline: readonly string[]; readonly candidate: readonly string[] };
}

/**
 * Pairs the stages of a candidate with those of the baseline: the stage asked for against the stage asked for; where one
 * is left open, `against` is the namesake and `stage` is every one; where both are, namesakes.
 * @throws GrkError GRK_UNKNOWN_NAME naming the nearest stage; GRK_NOT_COMPARABLE where nothing pairs
 */
export function matchStages(baseline: Staged, candidate: Staged, wishes: StageWishes): MatchedStages {
  const namesakes = namesakesOf(baseline.stages, candidate.stages);
  const [old, own] = [idsOf(baseline), idsOf(candidate)];
  const wanted = wishes.stage === undefined ? own : [stageNamed(own, wishes.stage)];
  const against = wishes.against === undefined ? undefined : stageNamed(old, wishes.against);
  const pairs = wanted.flatMap((id) => {
    const other = against ?? namesakes.get(id);
    // Within one report a stage against itself says nothing.
    return other === undefined || (baseline === candidate && other === id) ? [] : [{ baseline: other, candidate: id }];
  });
  if (pairs.length === 0) throw nothingPairs(baseline, candidate, wishes, against);
  const isFree = (side: 'baseline' | 'candidate') => (id: string) => !pairs.some((pair) => pair[side] === id);
  return { pairs, unpaired: { baseline: old.filter(isFree('baseline')), candidate: own.filter(isFree('candidate')) } };
}

function idsOf({ stages }: Staged): string[] {
  return stages.map(({ id }) => id);
}

/** The rule in words, for people. */
export function pairingWords({ stage, against }: StageWishes): string {
  if (stage !== undefined && against !== undefined) return `stage ${stage} against ${against}`;
  if (stage !== undefined) return `stage ${stage} against its namesake`;
  if (against !== undefined) return `every stage against ${against}`;
  return 'every stage against its namesake (by id, else by name)';
}

/**
 * Candidate stage id to baseline stage id: the same id; of the others, a name that one stage on either side has; else the
 * only stages of both.
 */
function namesakesOf(baseline: readonly ReportStage[], candidate: readonly ReportStage[]): Map<string, string> {
  const known = new Set(baseline.map(({ id }) => id));
  const found = new Map(candidate.filter(({ id }) => known.has(id)).map(({ id }) => [id, id]));
  const used = new Set(found.values());
  const only = (stages: readonly ReportStage[], name: string) => {
    const named = stages.filter((stage) => stage.name === name);
    return named.length === 1 ? named[0] : undefined;
  };
  const [oldLeft, newLeft] = [baseline.filter(({ id }) => !used.has(id)), candidate.filter(({ id }) => !found.has(id))];
  for (const { id, name } of newLeft) {
    const old = only(newLeft, name) === undefined ? undefined : only(oldLeft, name);
    if (old !== undefined) found.set(id, old.id);
  }
  const [oldOnly, newOnly] = [baseline[0], candidate[0]];
  if (found.size === 0 && baseline.length === 1 && candidate.length === 1 && oldOnly && newOnly) {
    found.set(newOnly.id, oldOnly.id);
  }
  return found;
}

function nothingPairs(
  baseline: Staged,
  candidate: Staged,
  { stage }: StageWishes,
  against: string | undefined,
): GrkError {
  const ids = (side: Staged) => idsOf(side).join(', ');
  if (baseline === candidate && against !== undefined) {
    return new GrkError('GRK_NOT_COMPARABLE', `stage "${against}" would be compared with itself`, {
      remedy: `Name two stages with --stage and --against: ${ids(baseline)}.`,
    });
  }
  const what = stage === undefined ? 'no stage of the two reports has a namesake' : `stage "${stage}" has no namesake`;
  return new GrkError('GRK_NOT_COMPARABLE', what, {
    remedy: `Name them with --stage and --against; baseline: ${ids(baseline)}; candidate: ${ids(candidate)}.`,
  });
}
