import { closingSession } from '../closingSession.ts';
import type { StoreSession } from '../types.ts';
import { type SessionParts, sessionWithEnd } from './postgresSession.ts';
import { notifying } from './sharedConnection.ts';
import type { AtCommit } from './writing.ts';

/** Runs work in a session of a transaction; announcements are sent with the commit. */
export async function inSession<T>(
  parts: SessionParts,
  work: (session: StoreSession) => Promise<T>,
  atCommit: AtCommit,
): Promise<T> {
  const own = sessionWithEnd(parts);
  const { session, end, tell } = closingSession(own.session);
  const worked = await work(session).finally(end);
  await own.finish();
  await tell(async (topic, text) => atCommit(notifying(topic, text)));
  return worked;
}
