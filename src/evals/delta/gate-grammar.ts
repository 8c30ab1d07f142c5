import { GrkError } from '../../contracts/errors.ts';
import { GATE_AXES, GATE_KINDS, type GateAxis, type GateKind } from '../../contracts/gate.ts';
import { measureName } from '../../contracts/measure.ts';
import { nearest } from '../../contracts/nearest.ts';
import { parseMeasure } from '../metrics/parse-measure.ts';

/** The parts of a gate's text; names of stages and slices are not looked up yet. */
export interface GateText {
  readonly gate: string;
  readonly stage: string | undefined;
  readonly kind: GateKind;
  /** 0 where none was given. */
  readonly margin: number;
  readonly axis: GateAxis;
  /** Canonical; undefined: the primary one. */
  readonly measure: string | undefined;
  readonly slice: string | undefined;
}

const FORM = '[STAGE=]KIND[:margin][@measure[/slice]]';
const REMEDY = `A gate is ${FORM}, such as significant, any-loss@RR@10 or default/fusion=non-inferior:0.02@nDCG@10/code.`;
const PARTS = /^(?:([^=@:]*)=)?([^:@=]*)(?::([^@]*))?(?:@([^/]*)(?:\/(.*))?)?$/s;

/**
 * Reads `[STAGE=]KIND[:margin][@measure[/slice]]`.
 * @throws GrkError GRK_UNKNOWN_NAME naming the nearest kind, axis or measure; GRK_USAGE
 */
export function parseGate(gate: string): GateText {
  const match = PARTS.exec(gate);
  if (match === null) throw wrong(gate, 'it does not have the form of a gate');
  const [, stage, kindText = '', marginText, target, slice] = match;
  const kind = kindOf(gate, kindText);
  if (stage === '') throw wrong(gate, 'no stage stands before "="');
  if (target === '') throw wrong(gate, 'no measure stands after "@"');
  if (slice === '') throw wrong(gate, 'no slice stands after "/"');
  const axis = GATE_AXES.find((name) => name === target) ?? 'quality';
  const measure = target === undefined || axis !== 'quality' ? undefined : measureOf(gate, target);
  const isShare = !/^Num[A-Z]/.test(measure ?? '');
  return { gate, stage, kind, margin: marginOf(gate, kind, marginText, isShare), axis, measure, slice };
}

function kindOf(gate: string, text: string): GateKind {
  const kind = GATE_KINDS.find((name) => name === text);
  if (kind !== undefined) return kind;
  const near = nearest(text, GATE_KINDS);
  const hint = near === undefined ? measureHint(gate) : ` Did you mean "${near}"?`;
  throw new GrkError('GRK_UNKNOWN_NAME', `the gate "${gate}": there is no kind of gate "${text}".${hint}`, {
    remedy: `Kinds: ${GATE_KINDS.join(', ')}. ${REMEDY}`,
  });
}

/** A measure alone is what people write first. */
function measureHint(gate: string): string {
  try {
    return ` Did you mean "significant@${measureName(parseMeasure(gate))}"?`;
  } catch (error) {
    const typed = error instanceof GrkError ? /Did you mean "(.*)"\?$/.exec(error.message)?.[1] : undefined;
    return typed === undefined ? '' : ` Did you mean "significant@${typed}"?`;
  }
}

function measureOf(gate: string, text: string): string {
  try {
    return measureName(parseMeasure(text));
  } catch (error) {
    if (!(error instanceof GrkError)) throw error;
    const axis = nearest(text, GATE_AXES);
    const hint = axis === undefined || error.message.includes('Did you mean') ? '' : ` Did you mean "${axis}"?`;
    throw new GrkError(error.code, `the gate "${gate}": ${error.message}${hint}`, {
      remedy: [`Other axes: ${GATE_AXES.join(', ')}.`, error.remedy ?? ''].join(' ').trim(),
    });
  }
}

function marginOf(gate: string, kind: GateKind, text: string | undefined, isShare: boolean): number {
  if (text === undefined) {
    if (kind !== 'non-inferior') return 0;
    throw wrong(gate, 'non-inferior needs a margin: the loss that would be borne, such as non-inferior:0.02');
  }
  if (kind === 'significant') throw wrong(gate, 'significant takes no margin; write non-inferior:MARGIN');
  const margin = /^(\d+(\.\d*)?|\.\d+)(e-?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!(margin >= 0 && Number.isFinite(margin))) throw wrong(gate, `the margin "${text}" is not a number from 0`);
  if (kind === 'non-inferior' && margin === 0) throw wrong(gate, 'the margin of non-inferior lies above 0');
  // A margin of 2 meant as 2 % would pass whatever happens.
  if (isShare && margin >= 1) throw wrong(gate, `the margin ${text} is never exceeded: it is a share, below 1`);
  return margin;
}

function wrong(gate: string, what: string): GrkError {
  return new GrkError('GRK_USAGE', `the gate "${gate}": ${what}`, { remedy: REMEDY });
}
