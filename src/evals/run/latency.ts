import type { Stage } from '../../contracts/pipeline.ts';
import { inputsOf, type StageTrace } from '../../retrieval/pipeline.ts';

/** A stage's latency for one query: its own time and that of every stage it rests on, each once. */
export function pathMs(stages: readonly Stage[], traces: readonly StageTrace[], name: string): number {
  const path = pathOf(stages, name);
  return traces.filter((trace) => path.has(trace.stage)).reduce((sum, trace) => sum + trace.ownMs, 0);
}

/** The names of a stage and of every stage that it rests on. */
export function pathOf(stages: readonly Stage[], name: string): ReadonlySet<string> {
  const path = new Set<string>();
  const visit = (stageName: string) => {
    if (path.has(stageName)) return;
    path.add(stageName);
    const stage = stages.find((other) => other.name === stageName);
    if (stage !== undefined) inputsOf(stage).forEach(visit);
  };
  visit(name);
  return path;
}

/** Nearest-rank percentile of values in any order; null for none. */
export function percentile(values: readonly number[], percent: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
