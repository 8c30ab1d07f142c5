import imported, { type Builder } from 'junit-report-builder';
import type { GateOutcome, GateResult } from '../../contracts/gate.ts';
import { inertProse } from '../terminal/inert.ts';

/** The package declares an ES module, but Node is given CommonJS: the builder itself. */
const builder = imported as unknown as Builder;

/**
 * Gates as JUnit XML: a suite per gated stage, a case per gate. A gate that failed is a failure; one that was not
 * measured, or does not pass undecided, an error.
 * @param blocks whether a gate keeps the run from passing
 */
export function gateJunit({ results }: GateOutcome, blocks: (result: GateResult) => boolean): string {
  const report = builder.newBuilder().name('grk gates');
  for (const stage of new Set(results.map((result) => result.stage))) {
    const suite = report.testSuite().name(text(stage));
    for (const result of results.filter((each) => each.stage === stage)) {
      const sentence = text(result.sentence);
      const testCase = suite.testCase().className(text(stage)).name(text(result.gate));
      if (result.status === 'failed') testCase.failure(sentence, result.kind);
      else if (blocks(result)) testCase.error(sentence, result.status);
      else testCase.standardOutput(sentence);
    }
  }
  return report.build();
}

/** XML cannot hold controls and lone surrogates, not even escaped. */
function text(from: string): string {
  return inertProse(from).replace(/[\ufffe\uffff]/g, '?');
}
