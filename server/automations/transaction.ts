/** The transactions of automations. */
import { refusals } from '../errors/Refusal.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';

export type Working = {
  readonly runtime: Runtime;
  readonly zone: string;
  readonly stopping?: AbortSignal | undefined;
};

/** The steps write through the row access of the call. */
export const asCall = <T>(call: OperationCall, work: (session: StoreSession) => Promise<T>): Promise<T> =>
  call.runtime.store.transaction(work);

/** A transaction that a release published meanwhile refuses. */
export async function inRawTransaction<T>(
  runtime: Runtime,
  work: (raw: StoreSession) => Promise<T>,
): Promise<T> {
  await runtime.signer.ready();
  const since = performance.now();
  return runtime.store.transaction(async (raw) => {
    const isOvertaken =
      !runtime.isInForce() || (await runtime.releases?.isOvertaken(raw, runtime.release, since));
    if (isOvertaken) throw refusals.declarationsChanged();
    return work(raw);
  });
}
