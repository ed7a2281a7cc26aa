/** Short-lived notes shared by the processes on one database, stored as records that expire. */
import type { DataRecord } from '#engine';
import type { Ports } from '../ports/ports.ts';
import type { Tickets } from '../ports/Tickets.ts';
import type { Store, StoreSession } from '../store/types.ts';

const noteEntity = 'server-note';

type NotePorts = Pick<Ports, 'now' | 'digest'>;
type Note = { readonly value: DataRecord; readonly lifetime: number };

/** Tickets that any process accepts, whichever issued them. */
export function ticketsInStore(store: Store, ports: NotePorts): Tickets {
  return {
    put: async (key, note) => {
      const id = await noteId(ports, key);
      await store.transaction((session) => writeNote(session, ports, { id, ...note }));
    },
    take: async (key, isGood = () => true) => {
      const id = await noteId(ports, key);
      return store.transaction(async (session) => {
        const value = await readNote(session, ports, id);
        if (!value || !isGood(value)) return undefined;
        await session.remove(noteEntity, id);
        return value;
      });
    },
  };
}

/** Hashes the key, so that reading the database does not reveal it. */
export async function noteId({ digest }: NotePorts, about: string): Promise<string> {
  // As a UUID, like the ids of all records.
  return (await digest(about)).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

export async function readNote(
  session: StoreSession,
  { now }: NotePorts,
  id: string,
): Promise<DataRecord | undefined> {
  const note = await session.get(noteEntity, id);
  return note && Date.parse(String(note.ExpiresAt)) > now().getTime()
    ? (note.Value as DataRecord)
    : undefined;
}

/** Replaces an earlier note of the same id. */
export async function writeNote(
  session: StoreSession,
  { now }: NotePorts,
  { id, value, lifetime }: Note & { readonly id: string },
): Promise<void> {
  const moment = now();
  const [stamp, ExpiresAt] = [moment, new Date(moment.getTime() + lifetime)].map((one) => one.toISOString());
  const fields = { Value: value, ExpiresAt, ModifiedDate: stamp };
  if (await session.update(noteEntity, id, fields)) return;
  await removeExpired(session, stamp ?? '');
  const made = { CreatedDate: stamp, CreatedBy: 'server', ModifiedBy: 'server' };
  await session.insert(noteEntity, { Id: id, Revision: 1, ...made, ...fields });
}

/** Removes more per call than one write adds. */
async function removeExpired(session: StoreSession, value: string): Promise<void> {
  const filter = { kind: 'compare', path: 'ExpiresAt', operator: 'lt', value } as const;
  const page = { number: 1, size: 20 };
  const { items } = await session.find({ entity: noteEntity, filter, page, only: ['Id'] });
  for (const { Id } of items) await session.remove(noteEntity, String(Id));
}
