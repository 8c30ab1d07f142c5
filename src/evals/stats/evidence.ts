import type { Correction, Evidence, EvidenceStatus, PairedStatistics, Sensitivity } from '../../contracts/delta.ts';
import { GrkError } from '../../contracts/errors.ts';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { type BootstrapMean, bootstrapMeansOf } from './bootstrap.ts';
import { effectSizeOf } from './effect-size.ts';
import { checkAlpha, checkFamilySize, drawsFor, isUndecidable } from './family.ts';
import { holm } from './holm.ts';
import { type PairedSample, pairedSample } from './paired-sample.ts';
import { pairedTOf } from './paired-t.ts';
import { DEFAULT_POWER, minimumDetectableEffect, topicsNeeded } from './power.ts';
import { checkSampling, DEFAULT_SEED } from './random.ts';
import { signFlipOf } from './sign-flip.ts';

export interface EvidenceSettings {
  readonly alpha: number;
  /** Smallest difference worth acting on, in the unit of the measure; null or left out where none was declared. */
  readonly minimumEffect?: number | null;
  readonly seed?: number;
  /** B; default: as many as the family and α ask for, 10,000 or more. */
  readonly draws?: number;
  readonly power?: number;
  /** Comparisons declared before the run; default: those given. */
  readonly familySize?: number;
}

interface FamilySettings extends EvidenceSettings {
  readonly correction?: Correction;
}

type Resolved = { readonly [K in keyof EvidenceSettings]-?: Exclude<EvidenceSettings[K], undefined> };

/**
 * Evidence for the comparisons of one declared family, in the order given. Each is a list of paired differences,
 * candidate − baseline, one per topic.
 * @throws GrkError GRK_NOTHING_MEASURED, GRK_USAGE (settings out of range, too few draws for the family), GRK_INTERNAL
 */
export function familyEvidence(family: readonly (readonly number[])[], settings: FamilySettings): Evidence[] {
  const resolved = resolve(settings, family.length);
  const { familySize } = resolved;
  const correction = settings.correction ?? 'holm';
  const statistics = statisticsOf(family, resolved);
  const pValues = statistics.map(({ signFlip }) => signFlip.p);
  const adjusted = correction === 'holm' ? holm(pValues, familySize) : benjaminiHochberg(pValues, familySize);
  return statistics.map((facts, index) => {
    const adjustedP = adjusted[index] ?? 1;
    return {
      ...facts,
      status: statusOf(facts.signFlip.nonZero, adjustedP, resolved),
      correction,
      adjustedP,
      familySize,
    };
  });
}

/**
 * The facts of one comparison that was chosen when reading, outside any declared family.
 * @throws GrkError as `familyEvidence`
 */
export function pairedStatistics(differences: readonly number[], settings: EvidenceSettings): PairedStatistics {
  const [facts] = statisticsOf([differences], resolve(settings, 1));
  if (facts === undefined) throw new GrkError('GRK_INTERNAL', 'one comparison has no statistics');
  return facts;
}

function resolve(settings: EvidenceSettings, members: number): Resolved {
  const { alpha, familySize = members, minimumEffect = null } = settings;
  checkAlpha(alpha);
  checkFamilySize(familySize, members);
  if (minimumEffect !== null && !(minimumEffect > 0)) {
    throw new GrkError('GRK_USAGE', `the minimum effect ${minimumEffect} is not above 0`, {
      remedy: 'Write, for example, .02, or leave it out.',
    });
  }
  const draws = settings.draws ?? drawsFor(familySize, alpha);
  const seed = settings.seed ?? DEFAULT_SEED;
  checkSampling({ seed, draws });
  if (familySize / (draws + 1) > alpha) {
    throw new GrkError(
      'GRK_USAGE',
      `${draws} draws cannot support any of ${familySize} comparisons at alpha ${alpha}`,
      {
        remedy: `Draw at least ${drawsFor(familySize, alpha)}, or leave the number of draws out.`,
      },
    );
  }
  return { alpha, minimumEffect, seed, draws, power: settings.power ?? DEFAULT_POWER, familySize };
}

function statisticsOf(family: readonly (readonly number[])[], settings: Resolved): PairedStatistics[] {
  const samples = family.map((differences) => pairedSample(differences));
  const bootstraps = bootstrapMeansOf(samples, settings);
  return samples.map((sample, i) => factsOf(sample, bootstraps[i] ?? null, settings));
}

function factsOf(sample: PairedSample, bootstrap: BootstrapMean | null, settings: Resolved): PairedStatistics {
  const { alpha, seed, draws } = settings;
  const signFlip = signFlipOf(sample, settings);
  const pairedT = pairedTOf(sample);
  return {
    topics: sample.topics,
    signFlip,
    pairedT,
    straddlesAlpha: pairedT !== null && pairedT.p <= alpha !== signFlip.p <= alpha,
    interval: bootstrap?.interval(1 - alpha) ?? null,
    effectSize: effectSizeOf(sample),
    sensitivity: sensitivityOf(sample, settings),
    alpha,
    seed,
    draws,
  };
}

/** At α over the family size, so that it holds whatever the others of the family show. */
function sensitivityOf(sample: PairedSample, settings: Resolved): Sensitivity | null {
  if (sample.sd === null) return null;
  const { minimumEffect, power } = settings;
  const sd = sample.sd * sample.scale;
  const alpha = settings.alpha / settings.familySize;
  const detectable = minimumDetectableEffect(sample.size, { sd, alpha, power });
  if (detectable === null) return null;
  return {
    sd,
    alpha,
    power,
    minimumDetectableEffect: detectable,
    minimumEffect,
    isUndersized: minimumEffect === null ? null : detectable > minimumEffect,
    topicsNeeded: minimumEffect === null ? null : topicsNeeded(minimumEffect, { sd, alpha, power }),
  };
}

function statusOf(nonZero: number, adjustedP: number, { alpha, familySize }: Resolved): EvidenceStatus {
  if (nonZero === 0) return 'identical';
  if (adjustedP <= alpha) return 'supported';
  return isUndecidable(nonZero, familySize, alpha) ? 'undecidable' : 'not supported';
}
