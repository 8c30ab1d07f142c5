import type { Difference } from '../../contracts/compare.ts';
import type { Report } from '../../contracts/report.ts';
import { createDifferences, type DifferenceList, shortHash } from './difference.ts';
import { addPipelineDifferences, namesakeVariants, type VariantPair } from './pipeline-differences.ts';
import { countMovedTopics } from './ruler.ts';

/**
 * Everything in which a report differs from the baseline, and what each difference means for a comparison.
 *
 * Another corpus does not block: judgments name documents, and a changed collection may be just what is being measured.
 * It is said first among what explains, with the number of topics for which other passages count.
 * @param variants that the comparison sets against each other; default: namesakes
 */
export function differencesOf(
  baseline: Report,
  candidate: Report,
  variants: readonly VariantPair[] = namesakeVariants(baseline, candidate),
): Difference[] {
  const found = createDifferences();
  addFoundations(found, baseline, candidate);
  addMeasures(found, baseline, candidate);
  addRules(found, baseline, candidate);
  addPipelineDifferences(found, baseline, candidate, variants);
  addProvenance(found, baseline, candidate);
  return found.all();
}

function addFoundations(found: DifferenceList, a: Report, b: Report): void {
  const [before, after] = [a.runConfig, b.runConfig];
  const pair = <T>(read: (report: Report) => T): [T, T] => [read(a), read(b)];
  found.add(
    'blocks',
    'judgments',
    pair(({ runConfig }) => shortHash(runConfig.golden.judgmentsSha256)),
    'other answers count as right: the numbers are on two scales',
  );
  found.add(
    'blocks',
    'topics',
    before.selection.topicIdsSha256 === after.selection.topicIdsSha256 ? [null, null] : pair(topicsText),
    'the numbers are means over other questions',
  );
  found.add('blocks', 'unit', [before.golden.unit, after.golden.unit], 'one ranks passages, the other documents');
  const moved = countMovedTopics(a, b);
  found.add(
    'explains',
    'corpus',
    pair(({ golden }) => `${shortHash(golden.corpusSha256)} (${golden.documents} documents)`),
    'other documents were searched: what changed may come from them and not from the search' +
      (moved === 0 ? '' : `; for ${moved} topics another number of passages counts as relevant`),
  );
  found.add(
    'explains',
    'excludeSelf',
    [before.selection.excludeSelf, after.selection.excludeSelf],
    'a document that carries the topic’s id was left out of one of them',
  );
  found.add('explains', 'topK', [before.topK, after.topK], 'rankings were kept, and scored, to another depth');
}

function topicsText({ runConfig: { selection }, golden }: Report): string {
  const filters = [
    ...(selection.topics === null ? [] : [`like ${selection.topics}`]),
    ...(selection.categories.length === 0 ? [] : [`of ${selection.categories.join(', ')}`]),
  ];
  const which = [`split ${selection.split}`, ...filters].join(', ');
  return `${golden.topics} topics of ${which} (${shortHash(selection.topicIdsSha256)})`;
}

function addMeasures(found: DifferenceList, a: Report, b: Report): void {
  const versions = ({ runConfig }: Report) => new Map(runConfig.measures.map((each) => [each.name, each.algorithm]));
  const [before, after] = [versions(a), versions(b)];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const values: [string | undefined, string | undefined] = [before.get(name), after.get(name)];
    const isMissing = values.includes(undefined);
    const meaning = isMissing
      ? 'only one of them measured it: not compared'
      : 'it is computed in another way: not compared';
    found.add(isMissing ? 'provenance' : 'moves-ruler', `measure ${name}`, values, meaning);
  }
}

function addRules(found: DifferenceList, a: Report, b: Report): void {
  const [before, after] = [a.runConfig.rules, b.runConfig.rules];
  const isPassage = a.runConfig.golden.unit === 'passage';
  found.add(
    isPassage ? 'moves-ruler' : 'provenance',
    'rule relevance',
    [before.relevance, after.relevance],
    isPassage
      ? 'other passages count as relevant: passage measures are not compared'
      : 'it decides about passages only',
  );
  found.add(
    'moves-ruler',
    'rule abstention',
    [before.abstention, after.abstention],
    'something else counts as returning nothing: abstention is not compared',
  );
  found.add(
    'explains',
    'rule pipeline',
    [before.pipeline, after.pipeline],
    'windows, masks or collapsing work differently',
  );
  found.add('explains', 'rule tieOrder', [before.tieOrder, after.tieOrder], 'equal scores are ordered differently');
  found.add(
    'provenance',
    'rule means',
    [before.means, after.means],
    'deltas are made anew from the values of the topics',
  );
}

function addProvenance(found: DifferenceList, a: Report, b: Report): void {
  const add = (what: string, read: (report: Report) => unknown, meaning: string) =>
    found.add('provenance', what, [read(a), read(b)], meaning);
  const reads = 'this comparison reads both as the baseline declares';
  add('declared primary', ({ declared }) => declared.primary, reads);
  add('declared secondary', ({ declared }) => declared.secondary.join(', '), reads);
  add('declared alpha', ({ declared }) => declared.alpha, reads);
  add('declared minimumEffect', ({ declared }) => declared.minimumEffect, reads);
  add(
    'golden set',
    ({ golden }) => `${golden.name} ${golden.version}`,
    'its name: hashes say whether its content differs',
  );
  const ran = 'where it ran; versions of what makes numbers stand above';
  add('tool', ({ environment }) => environment.tool, ran);
  add('node', ({ environment }) => environment.node, ran);
  add('platform', ({ environment }) => environment.platform, ran);
  add('cpu', ({ environment }) => environment.cpu, ran);
  const names = new Set([...Object.keys(a.environment.packages), ...Object.keys(b.environment.packages)]);
  for (const name of names) add(`package ${name}`, ({ environment }) => environment.packages[name], ran);
}
