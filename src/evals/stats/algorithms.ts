import { BENJAMINI_HOCHBERG_ALGORITHM } from './benjamini-hochberg.ts';
import { BOOTSTRAP_ALGORITHM } from './bootstrap.ts';
import { HOLM_ALGORITHM } from './holm.ts';
import { NON_INFERIORITY_ALGORITHM } from './non-inferiority.ts';
import { PAIRED_T_ALGORITHM } from './paired-t.ts';
import { POWER_ALGORITHM } from './power.ts';
import { SIGN_FLIP_ALGORITHM } from './sign-flip.ts';

/** Version ids of everything that can change a statistic; they change when an output does. */
export const STATISTICS_ALGORITHMS = {
  signFlip: SIGN_FLIP_ALGORITHM,
  interval: BOOTSTRAP_ALGORITHM,
  pairedT: PAIRED_T_ALGORITHM,
  holm: HOLM_ALGORITHM,
  benjaminiHochberg: BENJAMINI_HOCHBERG_ALGORITHM,
  sensitivity: POWER_ALGORITHM,
  nonInferiority: NON_INFERIORITY_ALGORITHM,
} as const;
