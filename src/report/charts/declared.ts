import type { ReportView } from '../view/report-view.ts';

/** Primary and secondary measures, in order. */
export function declaredNames({ measures }: Pick<ReportView, 'measures'>): string[] {
  return measures.filter(({ role }) => role !== 'other').map(({ name }) => name);
}

export function primaryName({ measures }: Pick<ReportView, 'measures'>): string {
  return measures.find(({ role }) => role === 'primary')?.name ?? '';
}
