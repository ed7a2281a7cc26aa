/** Follows calls through all that is done for them. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { type FollowedCall, provideCalls, readTrace, type Trace } from '../work/callTrace.ts';

const calls = new AsyncLocalStorage<FollowedCall>();
provideCalls(() => calls.getStore());

/** Works on a call under the trace of its caller, or one of its own. */
export const followCall = <T>(headers: Headers, work: () => T): T =>
  calls.run(newCall(readTrace(headers)), work);

/** Works on what nobody has called for under a trace of its own. */
export const followWork = <T>(work: () => T): T => calls.run(newCall(undefined), work);

function newCall(caller: Pick<Trace, 'id' | 'flags' | 'state'> | undefined): FollowedCall {
  const begun = caller ?? { id: idOf(16), flags: '00' };
  return { trace: { ...begun, span: idOf(8) } };
}

/** All zeros is no id. */
function idOf(size: number): string {
  const id = randomBytes(size).toString('hex');
  return /[^0]/.test(id) ? id : idOf(size);
}
