/** The store of a call with an API key: it writes no account, key or configuration, whatever the operation. */
import { refusals } from '../errors/Refusal.ts';
import type { Store, StoreSession } from '../store/types.ts';

const closed: ReadonlySet<string> = new Set([
  ...(['user', 'session', 'second-factor', 'account-link', 'secret'] as const),
  ...(['service-account', 'service-key', 'webhook', 'mail-domain', 'automation-secret'] as const),
  ...(['sign-in-provider', 'sign-in-identity'] as const),
  ...(['configuration-draft', 'configuration-release'] as const),
]);

type Writes = Pick<StoreSession, 'insert' | 'insertMany' | 'copyMany' | 'update' | 'remove'>;

export function closedToKeys(store: Store): Store {
  return {
    ...store,
    ...closedWrites(store),
    transaction: (work) => store.transaction((session) => work({ ...session, ...closedWrites(session) })),
  };
}

function closedWrites(session: Writes): Writes {
  const refuse = (entity: string): void => {
    if (closed.has(entity)) throw refusals.keyAccounts();
  };
  return {
    insert: async (entity, record) => {
      refuse(entity);
      return session.insert(entity, record);
    },
    insertMany: async (entity, records) => {
      refuse(entity);
      return session.insertMany(entity, records);
    },
    copyMany: async (query) => {
      refuse(query.entity);
      return session.copyMany(query);
    },
    update: async (entity, id, fields, revision) => {
      refuse(entity);
      return session.update(entity, id, fields, revision);
    },
    remove: async (entity, id) => {
      refuse(entity);
      return session.remove(entity, id);
    },
  };
}
