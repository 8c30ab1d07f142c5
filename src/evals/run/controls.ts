import { GrkError } from '../../contracts/errors.ts';
import { type Measure, measureName } from '../../contracts/measure.ts';
import type { Stage } from '../../contracts/pipeline.ts';
import type { Progress } from '../../contracts/ports.ts';
import { truncate } from '../../retrieval/collapse.ts';
import { inputsOf, type PipelineInput, runStage, type StageTrace } from '../../retrieval/pipeline.ts';
import { eachTopic } from './each-topic.ts';
import { outcomeOf, type RunTopic, type StageOutcome } from './execute.ts';

/** How many ranks of a control are compared where the primary measure has no cutoff. */
const DEFAULT_DEPTH = 10;

/** A second run of a stage under one changed condition: the same stage with another setting, over the same inputs. */
export type PlannedControl =
  | { readonly kind: 'rerank-depth'; readonly of: string; readonly stage: Stage; readonly depth: number }
  | {
      readonly kind: 'without-leg';
      readonly of: string;
      readonly stage: Stage;
      readonly leg: string;
      readonly depth: number;
    };

export interface ControlRuler {
  readonly measures: readonly Measure[];
  /** Name of the measure that decides how deep fusions are compared. */
  readonly primary: string;
  readonly topK: number;
}

export interface ControlRun {
  readonly control: PlannedControl;
  /** One per topic, in topic order; rankings are cut to topK. */
  readonly outcomes: readonly StageOutcome[];
}

/**
 * The control runs of a pipeline. Per rerank stage one for each depth below its own at which a measure cuts, so that
 * a better order can be told from a deeper pool; per fusion one without each leg.
 */
export function planControls(stages: readonly Stage[], { measures, primary, topK }: ControlRuler): PlannedControl[] {
  const compared = measures.find((measure) => measureName(measure) === primary)?.cutoff ?? DEFAULT_DEPTH;
  const cutoffs = [...new Set(measures.flatMap(({ cutoff }) => cutoff ?? []))].sort((a, b) => a - b);
  return stages.flatMap((stage): PlannedControl[] => {
    const of = stage.name;
    if (stage.kind === 'rerank') {
      const depths = cutoffs.filter((cutoff) => cutoff < stage.depth);
      return depths.map((depth) => ({ kind: 'rerank-depth', of, depth, stage: { ...stage, depth } }));
    }
    if (stage.kind !== 'fusion') return [];
    const depth = Math.min(compared, topK);
    return stage.legs.map((leg) => {
      const legs = stage.legs.filter((other) => other !== leg);
      return { kind: 'without-leg', of, leg, depth, stage: { ...stage, legs } };
    });
  });
}

/**
 * Runs controls over what the stages returned, after all that is timed. One that fails on a topic says so there.
 * @param perTopic traces of the pipeline, in topic order
 * @throws GrkError GRK_INTERRUPTED
 */
export async function runControls(
  input: PipelineInput,
  controls: readonly PlannedControl[],
  topics: readonly RunTopic[],
  perTopic: readonly (readonly StageTrace[])[],
  progress: Progress,
  signal: AbortSignal | undefined,
): Promise<ControlRun[]> {
  const outcomes: StageOutcome[][] = controls.map(() => []);
  if (controls.length === 0) return [];
  progress.start('control runs', topics.length);
  try {
    await eachTopic([...topics.entries()], 1, signal, async ([i, topic]) => {
      for (const [j, { stage }] of controls.entries()) {
        outcomes[j]?.push(await runControl(input, stage, topic, perTopic[i] ?? []));
      }
      progress.advance();
    });
  } finally {
    progress.done();
  }
  return controls.map((control, i) => ({ control, outcomes: outcomes[i] ?? [] }));
}

async function runControl(
  input: PipelineInput,
  stage: Stage,
  topic: RunTopic,
  traces: readonly StageTrace[],
): Promise<StageOutcome> {
  const read = traces.filter((trace) => inputsOf(stage).includes(trace.stage));
  try {
    for (const { error } of read) if (error !== undefined) throw error;
    // What a stage reads may rest on scores of the stages before that.
    const full = new Map(traces.map((trace) => [trace.stage, trace.full]));
    const { list } = await runStage(input, stage, topic, topic.mask, full);
    return outcomeOf({ list: truncate(list, input.topK) });
  } catch (error) {
    if (error instanceof GrkError && error.code === 'GRK_INTERRUPTED') throw error;
    return outcomeOf({ list: NOTHING, error });
  }
}

const NOTHING = { passages: new Int32Array(0), scores: new Float64Array(0) };
