import { measureName, type ParameterValue } from '../src/contracts/measure.ts';
import { MEASURE_FAMILIES, type MeasureFamily, type ParameterDefinition } from '../src/evals/metrics/index.ts';
import { OTHER_NAMES, TREC_CUT_NAMES, TREC_NAMES } from '../src/evals/metrics/names.ts';
import { PARAMETER_TYPES } from '../src/evals/metrics/parse-parameters.ts';

/** `docs/measures.md`, from the definitions. */
export function measureDocs(): string {
  return [
    '# Measures',
    '',
    'A measure is written as ir_measures writes it: `nDCG@10`, `P(rel=2)@5`. `P[rel=2]@5` means the same and needs no quotes',
    'in bash; the names of trec_eval below are read too. What is printed is the canonical name: parameters that have their',
    'default are left out, the others stand in the order of the tables. This page is generated from the sources.',
    '',
    'Values are those of trec_eval 10 with `-c`: every judged topic counts, and one without results or without a relevant',
    'document counts 0. A grade from 1 on is relevant; a grade below 0 marks a document that was pooled and not judged.',
    'Rankings are ordered by score, then by document id bytewise descending, and all measures of a topic read that one list.',
    'Nothing is rounded before it is averaged.',
    '',
    ...MEASURE_FAMILIES.flatMap(section),
    '## Other names',
    '',
    `ir_measures: ${listOf(OTHER_NAMES)}.`,
    '',
    `trec_eval: ${listOf(TREC_NAMES)}. \`infAP\` and \`Rprec\` are named alike.`,
    '',
    `With a cutoff after a point or an underscore, as in \`ndcg_cut.10\` and \`P_5\`: ${listOf(TREC_CUT_NAMES)}.`,
    '',
  ].join('\n');
}

function section(family: MeasureFamily): string[] {
  return [
    `## \`${formOf(family)}\``,
    '',
    family.summary,
    '',
    `Over topics: ${family.aggregate}. Source: ${family.source} Version: \`${family.algorithm}\`.`,
    '',
    ...(family.parameters.length === 0 ? [] : [...parameterTable(family.parameters), '']),
  ];
}

function formOf({ name, cutoff }: MeasureFamily): string {
  return { required: `${name}@k`, optional: `${name}[@k]`, none: name }[cutoff];
}

function parameterTable(parameters: readonly ParameterDefinition[]): string[] {
  return [
    '| parameter | is | default | means |',
    '|---|---|---|---|',
    ...parameters.map(({ name, type, default: byDefault, summary }) => {
      const value = byDefault === null ? 'none' : `\`${textOf(name, byDefault)}\``;
      return `| \`${name}\` | ${PARAMETER_TYPES[type].says} | ${value} | ${summary} |`;
    }),
  ];
}

/** A value as the canonical name writes it. */
function textOf(name: string, value: ParameterValue): string {
  return measureName({ family: '', parameters: { [name]: value } }).slice(`(${name}=`.length, -1);
}

function listOf(names: Readonly<Record<string, string>>): string {
  return Object.entries(names)
    .map(([other, canonical]) => `\`${other}\` → \`${canonical}\``)
    .join(', ');
}
