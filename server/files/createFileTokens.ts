/** Tickets for one download each. */
import type { Ports } from '../ports/ports.ts';
import { ticketsInMemory } from '../ports/Tickets.ts';

export type FileTokens = {
  /** A ticket for one file, one login and one minute. */
  readonly issue: (fileId: string, sessionId: string) => Promise<string>;
  /** Takes the ticket back; true when it was good for this file and login. */
  readonly redeem: (token: string, fileId: string, sessionId: string) => Promise<boolean>;
};

const lifetime = 60_000;

type TokenPorts = Pick<Ports, 'randomToken' | 'digest' | 'now' | 'tickets'>;

/**
 * The tickets of one app. Where one process serves them they are held in its memory, so that a restart ends them all.
 * Only digests are kept: who reads them cannot download by them.
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
      // A ticket that somebody else holds is not used up by trying it.
      const isOwn = (value: object) =>
        'fileId' in value && value.fileId === fileId && 'sessionId' in value && value.sessionId === sessionId;
      return (await tickets.take(await keyOf(token), isOwn)) !== undefined;
    },
  };
}
