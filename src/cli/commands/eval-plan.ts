import { planText } from '../../report/terminal/plan-text.ts';
import { evalPlan } from '../../workbench/eval/plan.ts';
import { COMMANDS } from '../command-table.ts';
import { evalRequestOf, withTopK } from '../eval-request.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import type { Arguments } from '../program.ts';
import { openSession, voiceOf } from '../session.ts';

/** `grk eval plan [SUITE]` */
export async function evalPlanCommand(io: Io, args: Arguments): Promise<number> {
  const plan = await evalPlan(openSession(io, COMMANDS.evalPlan, withTopK(args)), evalRequestOf(args));
  const { isJson, wantsColor } = voiceOf(args);
  io.out(isJson ? `${JSON.stringify(plan)}\n` : planText(plan, io.outStyle(wantsColor)));
  return EXIT.done;
}
