import type { RecordSession, Store } from './types.ts';

type Writes = Pick<RecordSession, 'insert' | 'insertMany' | 'copyMany' | 'update' | 'refresh' | 'remove'>;

/** Single writes, each in a transaction of its own. */
export const writesOf = (transaction: Store['transaction']): Writes => ({
  insert: (entity, record) => transaction((session) => session.insert(entity, record)),
  insertMany: (entity, records) => transaction((session) => session.insertMany(entity, records)),
  copyMany: (query) => transaction((session) => session.copyMany(query)),
  update: (entity, id, fields, revision) =>
    transaction((session) => session.update(entity, id, fields, revision)),
  refresh: (entity, id, fields) => transaction((session) => session.refresh(entity, id, fields)),
  remove: (entity, id) => transaction((session) => session.remove(entity, id)),
});
