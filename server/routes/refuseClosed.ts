import type { RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';

/** Refuses the call unless a record of each required entity exists. */
export function refuseClosed({ requires }: RouteModel): ((call: ApiCall) => Promise<void>) | undefined {
  if (requires.length === 0) return undefined;
  return async (call) => {
    for (const { entity, where, message } of requires) {
      const filter = where.bind({ root: undefined, vars: varsOf(call) });
      const { items } = await call.runtime.store.find({ entity, filter, page: { number: 1, size: 1 } });
      if (items.length === 0) throw refusals.closed(message);
    }
  };
}

function varsOf(call: ApiCall): Readonly<Record<string, unknown>> {
  const { user, today, now } = operationCall(call);
  return { query: { ...Object.fromEntries(call.query()), ...call.params }, user, today, now };
}
