import imported, { type Builder } from 'junit-report-builder';
import type { GateResult } from '../../contracts/gate.ts';
import { type GatedRun, partialStages } from '../partial-stages.ts';
import { inertProse } from '../terminal/inert.ts';

/** The package declares an ES module, but Node is given CommonJS: the builder itself. */
const builder = imported as unknown as Builder;

/**
 * Gates as JUnit XML: a suite per gated stage, a case per gate. A gate that failed is a failure; one that was not
 * measured, or does not pass undecided, an error, as is a stage with failed topics.
 * @param blocks whether a gate keeps the run from passing
 */
export function gateJunit({ report, gates }: GatedRun, blocks: (result: GateResult) => boolean): string {
  const xml = builder.newBuilder().name('grk gates');
  const partial = new Map(partialStages(report).map(({ stage, sentence }) => [stage, text(sentence)]));
  for (const stage of new Set([...partial.keys(), ...gates.results.map((result) => result.stage)])) {
    const suite = xml.testSuite().name(text(stage));
    const addCase = (name: string) => suite.testCase().className(text(stage)).name(text(name));
    const failures = partial.get(stage);
    if (failures !== undefined) addCase('every topic is answered').error(failures, 'partial');
    for (const result of gates.results.filter((each) => each.stage === stage)) {
      const sentence = text(result.sentence);
      const testCase = addCase(result.gate);
      if (result.status === 'failed') testCase.failure(sentence, result.kind);
      else if (blocks(result)) testCase.error(sentence, result.status);
      else testCase.standardOutput(sentence);
    }
  }
  return xml.build();
}

/** XML cannot hold controls and lone surrogates, not even escaped. */
function text(from: string): string {
  return inertProse(from).replace(/[\ufffe\uffff]/g, '?');
}
