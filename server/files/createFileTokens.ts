/** One-time download tickets. */
import type { Ports } from '../ports/ports.ts';
import { ticketsInMemory } from '../ports/Tickets.ts';

export type FileTokens = {
  /** Issues a ticket for one file and one login, valid for one minute. */
  readonly issue: (fileId: string, sessionId: string) => Promise<string>;
  /** Uses up the ticket; true if it was valid for this file and login. */
  readonly redeem: (token: string, fileId: string, sessionId: string) => Promise<boolean>;
};

const lifetime = 60_000;

type TokenPorts = Pick<Ports, 'randomToken' | 'digest' | 'now' | 'tickets'>;

/**
 * A single process holds its tickets in memory, so a restart ends them all. Only digests are kept, which
 * cannot be used to download.
 */
export function createFileTokens(ports: TokenPorts): FileTokens {
  const tickets = ports.tickets ?? ticketsInMemory(ports);
  const keyOf = async (token: string) => `file\n${await ports.digest(token)}`;
  return {
    issue: async (fileId, sessionId) => {
      const token = ports.randomToken();
      await tickets.put(await keyOf(token), { value: { fileId, sessionId }, lifetime });
      return token;
    },
    redeem: async (token, fileId, sessionId) => {
      // A failed attempt does not use up someone else's ticket.
      const isOwn = (value: object) =>
        'fileId' in value && value.fileId === fileId && 'sessionId' in value && value.sessionId === sessionId;
      return (await tickets.take(await keyOf(token), isOwn)) !== undefined;
    },
  };
}
