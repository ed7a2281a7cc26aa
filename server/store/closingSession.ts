import { refuseTooLong } from './listeners.ts';
import type { RecordSession, StoreSession } from './types.ts';

/**
 * A session that rejects every call after its transaction has ended, so a forgotten `await` cannot write
 * later.
 */
export function closingSession(session: RecordSession): {
  readonly session: StoreSession;
  readonly end: () => void;
  /** Sends the collected announcements; call it with the commit. */
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
      refresh: guard(session.refresh),
      remove: guard(session.remove),
      tableRows: guard(session.tableRows),
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
