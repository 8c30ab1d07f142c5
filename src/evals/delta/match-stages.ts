import { GrkError } from '../../contracts/errors.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import type { Report, ReportStage } from '../../contracts/report.ts';

type Staged = Pick<Report, 'stages'>;

/** Which stages were asked for, each by id or by a name that only one stage has. */
export interface StageWishes {
  /** Of each candidate. */
  readonly stage?: string | undefined;
  /** Of the baseline. */
  readonly against?: string | undefined;
}

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
  const wanted = wishes.stage === undefined ? candidate.stages : [stageNamed(candidate, wishes.stage)];
  const against = wishes.against === undefined ? undefined : stageNamed(baseline, wishes.against);
  const pairs = wanted.flatMap(({ id }) => {
    const other = against?.id ?? namesakes.get(id);
    // Within one report a stage against itself says nothing.
    return other === undefined || (baseline === candidate && other === id) ? [] : [{ baseline: other, candidate: id }];
  });
  if (pairs.length === 0) throw nothingPairs(baseline, candidate, wishes, against);
  const without = (stages: readonly ReportStage[], used: readonly string[]) =>
    stages.map(({ id }) => id).filter((id) => !used.includes(id));
  return {
    pairs,
    unpaired: {
      baseline: without(
        baseline.stages,
        pairs.map((pair) => pair.baseline),
      ),
      candidate: without(
        candidate.stages,
        pairs.map((pair) => pair.candidate),
      ),
    },
  };
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

/**
 * The stage with that id, or with that name where only one has it.
 * @throws GrkError GRK_UNKNOWN_NAME with the nearest
 */
export function stageNamed({ stages }: Staged, text: string): ReportStage {
  const byId = stages.find(({ id }) => id === text);
  if (byId !== undefined) return byId;
  const named = stages.filter(({ name }) => name === text);
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  const ids = stages.map(({ id }) => id);
  if (others.length > 0) {
    throw new GrkError('GRK_UNKNOWN_NAME', `several stages are named "${text}"`, {
      remedy: `Name one by its id: ${named.map(({ id }) => id).join(', ')}.`,
    });
  }
  const hint = didYouMean(text, [...ids, ...new Set(stages.map(({ name }) => name))]);
  throw new GrkError('GRK_UNKNOWN_NAME', `there is no stage "${text}".${hint}`, {
    remedy: `Stages: ${ids.join(', ')}.`,
  });
}

function nothingPairs(
  baseline: Staged,
  candidate: Staged,
  { stage }: StageWishes,
  against: ReportStage | undefined,
): GrkError {
  const ids = ({ stages }: Staged) => stages.map(({ id }) => id).join(', ');
  if (baseline === candidate && against !== undefined) {
    return new GrkError('GRK_NOT_COMPARABLE', `stage "${against.id}" would be compared with itself`, {
      remedy: `Name two stages with --stage and --against: ${ids(baseline)}.`,
    });
  }
  const what = stage === undefined ? 'no stage of the two reports has a namesake' : `stage "${stage}" has no namesake`;
  return new GrkError('GRK_NOT_COMPARABLE', what, {
    remedy: `Name them with --stage and --against; baseline: ${ids(baseline)}; candidate: ${ids(candidate)}.`,
  });
}
