import { closingSession } from '../closingSession.ts';
import type { StoreSession } from '../types.ts';
import { postgresSession, type SessionParts } from './postgresSession.ts';
import { notify } from './sharedConnection.ts';

/** Runs work in a session of a transaction; announcements are sent with the commit. */
export async function inSession<T>(
  parts: SessionParts,
  work: (session: StoreSession) => Promise<T>,
): Promise<T> {
  const { session, end, tell } = closingSession(postgresSession(parts));
  const worked = await work(session).finally(end);
  await tell((topic, text) => notify(parts.run, topic, text));
  return worked;
}
