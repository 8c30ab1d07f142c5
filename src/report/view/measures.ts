import type { Report } from '../../contracts/report.ts';

export interface MeasureView {
  readonly name: string;
  readonly role: 'primary' | 'secondary' | 'other';
}

/** Primary, secondaries, then the others in the order in which the run names them. */
export function measureViews({ declared, runConfig }: Pick<Report, 'declared' | 'runConfig'>): MeasureView[] {
  const { primary, secondary } = declared;
  const names = new Set([primary, ...secondary, ...runConfig.measures.map(({ name }) => name)]);
  return [...names].map((name) => ({
    name,
    role: name === primary ? 'primary' : secondary.includes(name) ? 'secondary' : 'other',
  }));
}

/** The declared ones, primary first. */
export function declaredMeasures({ declared }: Pick<Report, 'declared'>): string[] {
  return [...new Set([declared.primary, ...declared.secondary])];
}
