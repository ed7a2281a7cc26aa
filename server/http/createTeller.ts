/** Sends events to one stream or socket in order, each checked against the login at that moment. */
import type { WatchedLogin } from '../login/createLoginWatch.ts';
import type { Session } from '../login/Session.ts';
import { createOutbox } from '../work/createOutbox.ts';

/** An event; of several waiting with the same key only the newest is sent. */
export type Told<Item> = { readonly key: string; readonly text: string; readonly item: Item };

type Options<Item> = {
  readonly login: Pick<WatchedLogin, 'current'>;
  readonly tell: (told: Told<Item>, session: Session) => Promise<void> | void;
  /** The queue overflowed or the check failed: the client must start over. */
  readonly onFailure: () => void;
};

export type Teller<Item> = {
  readonly offer: (told: Told<Item>) => void;
  /** Resolves when everything offered has been judged. */
  readonly idle: () => Promise<void>;
};

export function createTeller<Item>({ login, tell, onFailure }: Options<Item>): Teller<Item> {
  const waiting = createOutbox<Told<Item>>(({ text }) => text);
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (let told = waiting.next(); told; told = waiting.next()) {
      const session = await login.current();
      if (!session) return;
      await tell(told, session);
    }
  };
  const offer = (told: Told<Item>): void => {
    if (waiting.put(told.key, told))
      running ??= run()
        .catch(onFailure)
        .finally(() => {
          running = undefined;
        });
    else onFailure();
  };
  return {
    offer,
    idle: async () => {
      while (running) await running;
    },
  };
}
