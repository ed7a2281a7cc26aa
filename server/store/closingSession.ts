import { refuseTooLong } from './listeners.ts';
import type { RecordSession, StoreSession } from './types.ts';

/** A session that refuses everything once its transaction has ended: a forgotten `await` must not write behind it. */
export function closingSession(session: RecordSession): {
  readonly session: StoreSession;
  readonly end: () => void;
  /** Announces what was announced in it; to be called with its commit. */
  readonly tell: (announce: StoreSession['announce']) => Promise<void>;
} {
  let isOpen = true;
  const held: Parameters<StoreSession['announce']>[] = [];
  const guard =
    <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (!isOpen) throw new Error('This transaction has ended. Await everything that is done in it.');
      return method(...args);
    };
  return {
    session: {
      find: guard(session.find),
      get: guard(session.get),
      getMany: guard(session.getMany),
      insert: guard(session.insert),
      insertMany: guard(session.insertMany),
      copyMany: guard(session.copyMany),
      scan: guard(session.scan),
      update: guard(session.update),
      remove: guard(session.remove),
      referring: guard(session.referring),
      count: guard(session.count),
      conflicting: guard(session.conflicting),
      announce: guard(async (topic, text) => {
        refuseTooLong(topic, text);
        held.push([topic, text]);
      }),
    },
    end: () => {
      isOpen = false;
    },
    tell: async (announce) => {
      for (const [topic, text] of held) await announce(topic, text);
    },
  };
}
