/** `/preference/{key}`: settings of a person that follow them to any browser. */

import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import { anything } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import type { Session } from '../login/Session.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { StoreSession } from '../store/types.ts';

const bodyLimit = 64 * 1024;
const longestKey = 256;

/** GET returns the value of the key, or null; PUT replaces it with any JSON value. */
export function preferenceEndpoints(): readonly Endpoint[] {
  const common = { path: '/preference/{key}', ids: [], access: { kind: 'login' } } as const;
  return [
    {
      ...common,
      method: 'GET',
      handle: async (call) => json((await find(call.runtime.store, call))?.Value ?? null),
    },
    { ...common, method: 'PUT', ...taking(anything, keep, { limit: bodyLimit }) },
  ];
}

async function keep(call: ApiCall, value: unknown): Promise<Response> {
  const key = keyOf(call);
  const { user } = call.session as Session;
  const now = call.ports.now().toISOString();
  await call.runtime.store.transaction(async (store) => {
    const known = await find(store, call);
    const change = { Value: value, ModifiedDate: now, ModifiedBy: user.UserName };
    if (known) await store.update('preference', String(known.Id), change);
    else {
      await makeRoom(store, call);
      await store.insert('preference', {
        Id: call.ports.newId(),
        Revision: 1,
        CreatedDate: now,
        CreatedBy: user.UserName,
        ...change,
        UserId: user.Id,
        Key: key,
      });
    }
  });
  return json(value);
}

/** At the limit the least recently changed keys are dropped, so that a new one is never refused. */
async function makeRoom(store: StoreSession, { session, runtime }: ApiCall): Promise<void> {
  const filter = equals('UserId', session?.user.Id);
  const most = runtime.planOf('preference').entity.atMost[0]?.count ?? Number.POSITIVE_INFINITY;
  const surplus = (await store.count('preference', filter)) - most + 1;
  if (surplus <= 0) return;
  const { items } = await store.find({
    entity: 'preference',
    filter,
    sort: [{ path: 'ModifiedDate', direction: 'asc' }],
    page: { number: 1, size: surplus },
  });
  for (const { Id } of items) await store.remove('preference', String(Id));
}

async function find(store: StoreSession, call: ApiCall) {
  const filter = allOf([equals('UserId', call.session?.user.Id), equals('Key', keyOf(call))]);
  const { items } = await store.find({ entity: 'preference', filter });
  // The filter ignores case, but keys are case-sensitive.
  return items.find((item) => item.Key === keyOf(call));
}

function keyOf(call: ApiCall): string {
  const key = call.params.key ?? '';
  // Databases cut text comparisons at NUL, so such a key would never be found again.
  if (key.length > longestKey || key.includes('\0')) throw refusals.badAddress();
  return key;
}
