/**
 * Shares hub connections between processes: a process that gets a call for a connection held elsewhere takes
 * it over, or passes the message on. Clients thus work behind any load balancer.
 */
import type { Shared } from '../store/types.ts';
import { nextTurn } from '../work/turns.ts';
import type { Handover, HubConnection } from './HubConnection.ts';

/** A connection, and the login it must belong to. */
type About = { readonly id: string; readonly login: string };

export type Held = (
  about: About,
) => { readonly connection: HubConnection; readonly idle: () => Promise<void> } | undefined;

export type HubRelay = {
  /** Takes over a connection held by another process; undefined if none holds it. */
  readonly take: (about: About) => Promise<Handover | undefined>;
  /** Whether the message was understood; undefined if no process holds the connection. */
  readonly say: (about: About, text: string) => Promise<boolean | undefined>;
};

type Options = {
  readonly shared: Pick<Shared, 'announce' | 'listen'>;
  readonly path: string;
  /** Id of this process. */
  readonly own: string;
  readonly held: Held;
};

type Asked = About & { readonly by: string; readonly question: string; readonly say?: string };
type Answered = {
  readonly to: string;
  readonly question: string;
  readonly piece: string;
  readonly isLast: boolean;
};

/** The most characters per announcement; the rest follows in the next one. */
const pieceLength = 900;
/** Client messages are short. */
const longestSaid = 900;
/** Milliseconds after which the connection counts as held by no process. */
const patience = 3000;

export function createHubRelay({ shared, path, own, held }: Options): HubRelay {
  const [asking, answering] = [`ask ${path}`, `answer ${path}`];
  const waiting = new Map<string, (answered: Answered) => void>();
  let questions = 0;

  const ask = (about: About, more: { readonly say?: string } = {}): Promise<unknown> => {
    questions += 1;
    const question = `${own} ${questions}`;
    return new Promise((resolve, reject) => {
      const done = (answer: unknown): void => {
        waiting.delete(question);
        clearTimeout(timer);
        resolve(answer);
      };
      const timer = setTimeout(() => done(undefined), patience);
      let text = '';
      waiting.set(question, ({ piece, isLast }) => {
        text += piece;
        if (isLast) done(JSON.parse(text));
      });
      const asked: Asked = { ...about, ...more, by: own, question };
      shared.announce(asking, JSON.stringify(asked)).catch(reject);
    });
  };
  const answer = async ({ by, question }: Asked, content: unknown): Promise<void> => {
    const text = JSON.stringify(content);
    for (let from = 0; from < text.length; from += pieceLength) {
      const piece = text.slice(from, from + pieceLength);
      const isLast = from + pieceLength >= text.length;
      const answered: Answered = { to: by, question, piece, isLast };
      await shared.announce(answering, JSON.stringify(answered));
    }
  };
  const give = async (asked: Asked, { connection, idle }: NonNullable<ReturnType<Held>>): Promise<void> => {
    await connection.here();
    if (connection.isOver) return;
    if (asked.say !== undefined) return answer(asked, connection.receive(asked.say));
    // Events announced before the request are processed first and are included.
    await nextTurn();
    await idle();
    if (!connection.isOver) await answer(asked, connection.handOver());
  };
  shared.listen(asking, (text) => {
    const asked = JSON.parse(text) as Asked;
    const found = asked.by === own ? undefined : held(asked);
    // The requester waits no longer than its patience: if the answer is lost, it starts a new connection.
    if (found) give(asked, found).catch(() => undefined);
  });
  shared.listen(answering, (text) => {
    const answered = JSON.parse(text) as Answered;
    if (answered.to === own) waiting.get(answered.question)?.(answered);
  });
  return {
    take: async (about) => (await ask(about)) as Handover | undefined,
    say: async (about, text) =>
      text.length > longestSaid ? undefined : ((await ask(about, { say: text })) as boolean | undefined),
  };
}
