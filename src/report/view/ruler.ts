import type { Report } from '../../contracts/report.ts';

const NOTE =
  'The variants cut documents differently, so other passages are relevant to each: their passage measures are not comparable.';

/** What must stand under a table that shows passage measures of several chunkers side by side; null: nothing. */
export function rulerNote({ runConfig }: Pick<Report, 'runConfig'>): string | null {
  const rulers = new Set(runConfig.variants.map(({ chunker }) => JSON.stringify(chunker)));
  return runConfig.golden.unit === 'passage' && rulers.size > 1 ? NOTE : null;
}
