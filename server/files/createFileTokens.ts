/** Tickets for one download each: held in memory only, so that a restart ends them all. */
import type { Ports } from '../ports/ports.ts';

export type FileTokens = {
  /** A ticket for one file, one login and one minute. */
  readonly issue: (fileId: string, sessionId: string) => Promise<string>;
  /** Takes the ticket back; true when it was good for this file and login. */
  readonly redeem: (token: string, fileId: string, sessionId: string) => Promise<boolean>;
};

type Ticket = { readonly fileId: string; readonly sessionId: string; readonly expires: number };

const lifetime = 60_000;
const mostAtOnce = 10_000;

/** The tickets of one app. Only digests are kept: who reads the memory cannot download by them. */
export function createFileTokens(ports: Pick<Ports, 'randomToken' | 'digest' | 'now'>): FileTokens {
  const tickets = new Map<string, Ticket>();
  return {
    issue: async (fileId, sessionId) => {
      const token = ports.randomToken();
      const digest = await ports.digest(token);
      const now = ports.now().getTime();
      makeRoom(tickets, now);
      tickets.set(digest, { fileId, sessionId, expires: now + lifetime });
      return token;
    },
    redeem: async (token, fileId, sessionId) => {
      const digest = await ports.digest(token);
      const ticket = tickets.get(digest);
      // A ticket that somebody else holds is not used up by trying it.
      if (ticket?.fileId !== fileId || ticket.sessionId !== sessionId) return false;
      tickets.delete(digest);
      return ticket.expires > ports.now().getTime();
    },
  };
}

/** In order of issue, so the first ones expire first. */
function makeRoom(tickets: Map<string, Ticket>, now: number): void {
  for (const [digest, { expires }] of tickets) {
    if (expires > now && tickets.size < mostAtOnce) return;
    tickets.delete(digest);
  }
}
