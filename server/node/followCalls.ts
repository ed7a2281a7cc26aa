/** Tracks the current call through all its asynchronous work. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type FollowedCall, provideCalls, readTrace, type Trace } from '../work/callTrace.ts';

const calls = new AsyncLocalStorage<FollowedCall>();
provideCalls(() => calls.getStore());

/** Runs the work of a call under its caller's trace, or a new one. */
export const followCall = <T>(headers: Headers, work: () => T): T =>
  calls.run(newCall(readTrace(headers)), work);

/** Runs background work under a new trace. */
export const followWork = <T>(work: () => T): T => calls.run(newCall(undefined), work);

function newCall(caller: Pick<Trace, 'id' | 'flags' | 'state'> | undefined): FollowedCall {
  const begun = caller ?? { id: idOf(16), flags: '00' };
  return { trace: { ...begun, span: idOf(8) } };
}

/** An id of only zeros is invalid. */
function idOf(size: number): string {
  const id = randomBytes(size).toString('hex');
  return /[^0]/.test(id) ? id : idOf(size);
}
