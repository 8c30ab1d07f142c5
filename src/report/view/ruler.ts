import type { Report } from '../../contracts/report.ts';

const NOTE =
  'The variants cut documents differently, so other passages are relevant to each: their passage measures are not comparable.';

/** What must stand where passage measures of several chunkers, of one report or more, are side by side; null: nothing. */
export function rulerNote(...reports: readonly Pick<Report, 'runConfig'>[]): string | null {
  const configs = reports.map(({ runConfig }) => runConfig).filter(({ golden }) => golden.unit === 'passage');
  const rulers = new Set(configs.flatMap(({ variants }) => variants.map(({ chunker }) => JSON.stringify(chunker))));
  return rulers.size > 1 ? NOTE : null;
}
