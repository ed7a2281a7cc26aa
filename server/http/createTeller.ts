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

export function createTeller<Item>({ login, tell, onFailure }: Options<Item>): (told: Told<Item>) => void {
  const waiting = createOutbox<Told<Item>>(({ text }) => text);
  let isRunning = false;
  const run = async (): Promise<void> => {
    for (let told = waiting.next(); told; told = waiting.next()) {
      const session = await login.current();
      if (!session) return;
      await tell(told, session);
    }
  };
  return (told) => {
    if (!waiting.put(told.key, told)) return onFailure();
    if (isRunning) return;
    isRunning = true;
    run()
      .catch(onFailure)
      .finally(() => {
        isRunning = false;
      });
  };
}
