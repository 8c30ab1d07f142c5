import { GrkError } from '../../contracts/errors.ts';
import type { DetectableEffect, GoldenStats } from '../../contracts/golden-stats.ts';
import { deriveDeltas } from '../../evals/delta/derive.ts';
import { loadGolden } from '../../evals/golden/load.ts';
import { goldenStats } from '../../evals/golden/stats.ts';
import { smallestP } from '../../evals/stats/family.ts';
import { analyzer } from '../../index/lexical/analyzer/analyzers.ts';
import { openGoldenCorpus } from '../collections/eval-index.ts';
import { readReport } from '../files/report-file.ts';
import type { Session } from '../session/state.ts';
import { requireGoldenPath } from './path.ts';

/**
 * Counts the golden set that the configuration names.
 * @param report whose differences say what its topics could detect
 * @throws GrkError GRK_USAGE; GRK_NOT_COMPARABLE for a report on another golden set; those of golden sets and reports
 */
export async function goldenStatistics(session: Session, report: string | undefined): Promise<GoldenStats> {
  const golden = await loadGolden(requireGoldenPath(session.loaded.config.golden, 'grk golden stats'));
  const { documents } = await (await openGoldenCorpus(session, golden)).read();
  const { terms } = analyzer('english');
  return {
    ...goldenStats({
      golden,
      documents: new Map(documents.map((document) => [document.id, document])),
      contentWords: terms,
      smallestP,
    }),
    detectable: report === undefined ? null : detectableIn(session, report, golden.judgmentsSha256),
  };
}

function detectableIn(session: Session, path: string, judgmentsSha256: string): DetectableEffect[] {
  const report = readReport(session.cwd, path);
  if (report.golden.judgmentsSha256 !== judgmentsSha256) {
    throw new GrkError('GRK_NOT_COMPARABLE', `${path} was measured on other judgments than these`, {
      remedy: 'Make the report again with grk eval, or name the golden set that it was made on.',
    });
  }
  return deriveDeltas(report).flatMap(({ stage, baseline, axis, topics, evidence }) => {
    const sensitivity = axis === 'quality' ? evidence?.sensitivity : undefined;
    if (sensitivity === undefined || sensitivity === null) return [];
    const { sd, alpha, power, minimumDetectableEffect, topicsNeeded } = sensitivity;
    const measure = report.declared.primary;
    return [{ stage, baseline, measure, topics, sd, alpha, power, minimumDetectableEffect, topicsNeeded }];
  });
}
