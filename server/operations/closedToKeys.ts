/**
 * The store of a call with an API key: it writes no account, key or configuration, whatever the operation.
 * Calls that provision accounts write accounts, and end their logins and links.
 */
import { refusals } from '../errors/Refusal.ts';
import type { Store, StoreSession } from '../store/types.ts';

const closed: ReadonlySet<string> = new Set([
  ...(['user', 'session', 'second-factor', 'account-link', 'secret'] as const),
  ...(['service-account', 'service-key', 'webhook', 'mail-domain', 'automation-secret'] as const),
  ...(['sign-in-provider', 'sign-in-identity'] as const),
  ...(['configuration-draft', 'configuration-release', 'mail-template', 'branding'] as const),
]);

type Writes = Pick<StoreSession, 'insert' | 'insertMany' | 'copyMany' | 'update' | 'remove'>;

const provisioned: ReadonlySet<string> = new Set(['user', 'session', 'account-link']);

export function closedToKeys(store: Store, writesAccounts: boolean): Store {
  const refuse = (entity: string): void => {
    if (closed.has(entity) && !(writesAccounts && provisioned.has(entity))) throw refusals.keyAccounts();
  };
  return {
    ...store,
    ...closedWrites(store, refuse),
    transaction: (work) =>
      store.transaction((session) => work({ ...session, ...closedWrites(session, refuse) })),
  };
}

function closedWrites(session: Writes, refuse: (entity: string) => void): Writes {
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
