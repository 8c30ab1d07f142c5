import { GrkError } from '../../contracts/errors.ts';
import type { ReportWarning } from '../../contracts/report.ts';
import type { RunSearch } from './external-run.ts';
import type { EvalScope } from './variant.ts';

/**
 * How the topics of a stored run and of the golden set meet.
 * @throws GrkError GRK_NOTHING_MEASURED where the run has none of the selected topics
 */
export function runCoverage(
  { golden, selection }: Pick<EvalScope, 'golden' | 'selection'>,
  id: string,
  { topicIds, identity }: RunSearch,
): ReportWarning[] {
  const file = String(identity.settings.run);
  const known = new Set(golden.topics.map(({ topicId }) => topicId));
  const answered = new Set(topicIds);
  const unknown = topicIds.filter((topicId) => !known.has(topicId));
  const missing = selection.topics.filter(({ topicId }) => !answered.has(topicId));
  if (missing.length === selection.topics.length) {
    const message = `${id}: ${file} holds none of the ${missing.length} topics of the selection (it holds "${topicIds[0]}", the selection "${missing[0]?.topicId}")`;
    throw new GrkError('GRK_NOTHING_MEASURED', message, { remedy: 'Compare the topic ids, and check the split.' });
  }
  const found: ReportWarning[] = [];
  if (unknown.length > 0) {
    const message = `${id}: ${unknown.length} of ${topicIds.length} topics of ${file} are not in the golden set and are left out (first: ${unknown[0]})`;
    found.push({ code: 'run-topics-unknown', stage: id, message });
  }
  if (missing.length > 0) {
    const message = `${id}: ${file} holds nothing for ${missing.length} of ${selection.topics.length} topics (first: ${missing[0]?.topicId})`;
    found.push({ code: 'run-topics-missing', stage: id, message });
  }
  return found;
}
