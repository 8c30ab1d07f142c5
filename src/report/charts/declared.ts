import type { ReportView } from '../view/report-view.ts';

export function primaryName({ measures }: Pick<ReportView, 'measures'>): string {
  return measures.find(({ role }) => role === 'primary')?.name ?? '';
}
