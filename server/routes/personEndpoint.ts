/** `GET /person`: display names of the user names in records, for everyone who is signed in. */
import type { Endpoint } from '../http/Endpoint.ts';
import { tagged } from '../http/respond.ts';
import { peopleNames } from '../operations/peopleNames.ts';

export function personEndpoint(): Endpoint {
  return {
    method: 'GET',
    path: '/person',
    ids: [],
    access: { kind: 'login' },
    handle: async (call) => {
      const names = await peopleNames(call, call.runtime.store);
      const Items = [...names].map(([UserName, DisplayName]) => ({ UserName, DisplayName }));
      return tagged({ Items, TotalItems: Items.length });
    },
  };
}
