import { type Bags, bagsOf } from './bags.ts';
import { meanCosine } from './fit.ts';
import { int8Rows } from './int8-rows.ts';
import { addTo, lengthOf, type Matrix, rowOf, type Steps, zeros } from './matrix.ts';
import { principalAxes, project } from './principal-axes.ts';
import { type RefitSettings, refit } from './refit.ts';
import { sifWeights } from './sif.ts';
import { tokenPrior } from './token-prior.ts';

/** Version id of what turns a teacher's outputs into a static embedder. */
export const DISTILL_ALGORITHM = 'distill/1';
/** Over rows of mean length 1; chosen by the cosine to the teacher on held-out passages, never by judgments. */
export const REFIT: RefitSettings = { lambda: 0.5, rounds: 2, steps: 12 };
/** Every so many passages one is left out of the fit, to measure it. */
export const HELD_OUT_EVERY = 20;

/** What a teacher said. */
export interface TeacherOutputs {
  /** Of each kept token of the vocabulary, in its order: see `tokenPrior`. */
  readonly tokens: Float32Array;
  readonly width: number;
  readonly passages?: TaughtPassages;
}

export interface TaughtPassages {
  /** Per passage, numbers of kept tokens, as they occur. */
  readonly tokens: readonly (readonly number[])[];
  /** Row-major. */
  readonly vectors: Float32Array;
}

export interface DistilledRows {
  /** One int8 row per kept token. */
  readonly rows: Int8Array;
  /** What each row is multiplied with: its scale and what the token counts. */
  readonly weights: Float32Array;
  /** Share of the rows' squared length that the axes hold. */
  readonly share: number;
  /** null: there were no passages, so nothing was fitted or measured. */
  readonly fit: Fit | null;
}

/** Mean cosine to the teacher's vectors less their mean, over passages that were not fitted. */
export interface Fit {
  readonly fittedPassages: number;
  readonly heldOutPassages: number;
  /** Before passages were seen, in full width. */
  readonly prior: number;
  /** Of the finished rows, int8 and all; what lies outside of their axes counts as missed. */
  readonly distilled: number;
}

/** A static embedder from what a teacher said: prior, regression where there are passages, principal axes, int8. */
export function* distil({ tokens, width, passages }: TeacherOutputs, dimensions: number): Steps<DistilledRows> {
  const prior = tokenPrior(tokens, width);
  const sif = sifWeights(prior.rows);
  yield;
  const lesson = passages === undefined ? undefined : lessonOf(passages, width, sif);
  const rows = lesson === undefined ? prior : yield* refit(prior, lesson.fitted.bags, lesson.fitted.targets, REFIT);
  const { axes, share } = yield* principalAxes(rows, dimensions);
  const quantised = int8Rows(yield* project(rows, axes));
  const weights = Float32Array.from(quantised.scales, (scale, token) => scale * (sif[token] ?? 0));
  const fit =
    lesson === undefined
      ? null
      : {
          fittedPassages: lesson.fitted.targets.rows,
          heldOutPassages: lesson.heldOut.targets.rows,
          prior: meanCosine(prior, lesson.heldOut.bags, lesson.heldOut.targets),
          distilled: meanCosine(
            weighted(quantised.rows, weights, dimensions),
            bagsOf(lesson.heldOut.tokens, new Float64Array(prior.rows).fill(1)),
            lesson.heldOut.targets,
            axes,
          ),
        };
  return { rows: quantised.rows, weights, share, fit };
}

interface Lesson {
  readonly tokens: readonly (readonly number[])[];
  readonly bags: Bags;
  /** The teacher's vectors less their mean over the fitted passages, scaled to length 1. */
  readonly targets: Matrix;
}

function lessonOf({ tokens, vectors }: TaughtPassages, width: number, sif: Float64Array) {
  const isHeldOut = (passage: number) => passage % HELD_OUT_EVERY === 0;
  const numbers = tokens.map((_, passage) => passage);
  const fitted = numbers.filter((passage) => !isHeldOut(passage));
  const mean = new Float64Array(width);
  const vectorOf = (passage: number) => vectors.subarray(passage * width, (passage + 1) * width);
  for (const passage of fitted) addTo(mean, 1 / fitted.length, vectorOf(passage));
  const lesson = (chosen: readonly number[]): Lesson => {
    const targets = zeros(chosen.length, width);
    chosen.forEach((passage, i) => {
      const target = rowOf(targets, i);
      target.set(vectorOf(passage));
      addTo(target, -1, mean);
      const length = lengthOf(target);
      for (let j = 0; j < width; j++) target[j] = length === 0 ? 0 : (target[j] ?? 0) / length;
    });
    const own = chosen.map((passage) => tokens[passage] ?? []);
    return { tokens: own, bags: bagsOf(own, sif), targets };
  };
  return { fitted: lesson(fitted), heldOut: lesson(numbers.filter(isHeldOut)) };
}

/** Rows as an embedder reads them. */
function weighted(rows: Int8Array, weights: Float32Array, columns: number): Matrix {
  const values = Float64Array.from(rows, (value, i) => value * (weights[Math.floor(i / columns)] ?? 0));
  return { rows: weights.length, columns, values };
}
