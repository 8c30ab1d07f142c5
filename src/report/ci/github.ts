import type { GateResult } from '../../contracts/gate.ts';
import { type GatedRun, partialStages } from '../partial-stages.ts';
import { inertProse } from '../terminal/inert.ts';

/**
 * Workflow commands of GitHub Actions, a line per gate that did not pass and per stage with failed topics; else empty.
 * @param blocks whether a gate keeps the run from passing: an error, else a warning
 */
export function githubAnnotations({ report, gates }: GatedRun, blocks: (result: GateResult) => boolean): string {
  const partial = partialStages(report).map(({ sentence }) => `::error title=grk partial run::${data(sentence)}\n`);
  const gated = gates.results
    .filter(({ status }) => status !== 'passed')
    .map((result) => {
      const { status, gate, sentence } = result;
      return `::${blocks(result) ? 'error' : 'warning'} title=${property(`grk gate ${status}: ${gate}`)}::${data(sentence)}\n`;
    });
  return [...partial, ...gated].join('');
}

/** As GitHub's own toolkit escapes them. */
function data(text: string): string {
  return inertProse(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
