import { setImmediate } from 'node:timers/promises';
import { throwIfAborted } from '../../contracts/errors.ts';
import type { Session } from './state.ts';

/** Between long stretches of computing: without a turn of the event loop no Ctrl-C is heard. @throws GrkError GRK_INTERRUPTED */
export async function pause({ signal }: Pick<Session, 'signal'>): Promise<void> {
  await setImmediate();
  throwIfAborted(signal);
}
