import { GrkError } from '../../contracts/errors.ts';
import type { Gate, GateSlice } from '../../contracts/gate.ts';
import { didYouMean } from '../../contracts/nearest.ts';
import { type GateText, parseGate } from './gate-grammar.ts';
import { stageNamed } from './stage-named.ts';

/** What gates may name: known before a run, and of a stored report. */
export interface GateScope {
  /** Stage ids in order. */
  readonly stages: readonly string[];
  /** Canonical names. */
  readonly measures: readonly string[];
  readonly primary: string;
  readonly topics: readonly Labelled[];
}

/** What a topic is labelled with. */
interface Labelled {
  readonly category: string;
  readonly split: string;
  readonly slices: readonly string[];
}

const SLICINGS = ['category', 'split', 'slice'] as const;

/**
 * Reads gates and finds what they name; a gate that is written twice stands once.
 * @throws GrkError GRK_UNKNOWN_NAME naming the nearest kind, stage, measure or slice; GRK_USAGE
 */
export function planGates(texts: readonly string[], scope: GateScope): Gate[] {
  return [...new Set(texts)].map((text) => planGate(parseGate(text), scope));
}

/** Comparisons that the `significant` gates declare together: those written in two ways count once. */
export function gateFamilySize(gates: readonly Gate[]): number {
  const keys = gates
    .filter(({ kind, axis }) => kind === 'significant' && axis !== 'latency')
    // Silence is right on no-answer topics and wrong on the others: two comparisons.
    .flatMap((gate) =>
      gate.axis === 'abstention' ? [comparisonKey(gate, 0), comparisonKey(gate, 1)] : [comparisonKey(gate, 0)],
    );
  return new Set(keys).size;
}

function comparisonKey({ stage, axis, measure, slice }: Gate, part: number): string {
  return JSON.stringify([stage, axis, measure, slice?.by, slice?.name, part]);
}

function planGate({ gate, kind, margin, axis, ...named }: GateText, scope: GateScope): Gate {
  const slice = named.slice === undefined ? undefined : sliceOf(gate, named.slice, scope);
  return {
    gate,
    kind,
    margin,
    axis,
    stage: stageOf(gate, named.stage, scope),
    isStageNamed: named.stage !== undefined,
    ...(axis === 'quality' ? { measure: measureOf(gate, named.measure ?? scope.primary, scope) } : {}),
    ...(slice === undefined ? {} : { slice }),
  };
}

/** By id, by a name that only one stage has, or the last one. */
function stageOf(gate: string, text: string | undefined, { stages }: GateScope): string {
  const last = stages.at(-1);
  if (text === undefined && last !== undefined) return last;
  return stageNamed(stages, text ?? '', `the gate "${gate}": `);
}

function measureOf(gate: string, name: string, { measures }: GateScope): string {
  if (measures.includes(name)) return name;
  throw unknown(
    gate,
    `${name} is not measured here.${didYouMean(name, measures)}`,
    `Measured: ${measures.join(', ')}. More with --measures ${name}.`,
  );
}

/** `NAME`, or `category:NAME`, `split:NAME`, `slice:NAME` where a name means more than one. */
function sliceOf(gate: string, text: string, { topics }: GateScope): GateSlice {
  const known = SLICINGS.flatMap((by) =>
    [...new Set(topics.flatMap((topic) => labelsOf(topic, by)))].map((name): GateSlice => ({ by, name })),
  );
  const found = known.filter(({ by, name }) => name === text || `${by}:${name}` === text);
  if (found.length === 1 && found[0] !== undefined) return found[0];
  const names = known.map(({ name }) => name);
  if (found.length === 0) {
    throw unknown(
      gate,
      `no topic has the category, split or slice "${text}".${didYouMean(text, names)}`,
      `Known: ${[...new Set(names)].join(', ')}.`,
    );
  }
  throw new GrkError('GRK_USAGE', `the gate "${gate}": "${text}" is a ${found.map(({ by }) => by).join(' and a ')}`, {
    remedy: `Write which: ${found.map(({ by, name }) => `${by}:${name}`).join(' or ')}.`,
  });
}

/** What a topic is labelled with by one kind of slicing. */
export function labelsOf(topic: Labelled, by: GateSlice['by']): readonly string[] {
  return by === 'slice' ? topic.slices : [topic[by]];
}

function unknown(gate: string, what: string, remedy: string): GrkError {
  return new GrkError('GRK_UNKNOWN_NAME', `the gate "${gate}": ${what}`, { remedy });
}
