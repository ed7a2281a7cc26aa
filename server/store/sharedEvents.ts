/** Events across all processes on one database: each process receives those of all others. */

import { createEvents, type Events, type Happenings } from '../work/events.ts';
import type { Store } from './types.ts';

type Kind = keyof Happenings;
type Happening = { readonly [K in Kind]: readonly [K, Happenings[K]] }[Kind];

/** Declaration changes are missing here: each process announces itself when it has adopted them. */
const told: ReadonlySet<Kind> = new Set<Kind>([
  ...(['recordChanged', 'jobProgress', 'loginsEnded', 'missed'] as const),
  ...(['streamOpened', 'streamClosed'] as const),
]);

const topic = 'events';
/** Per announcement, with room for the envelope. */
const mostBytes = 3500;
/** The most events that may wait; beyond that, listeners are told that they missed some. */
const mostWaiting = 5000;

type Options = {
  readonly store: Pick<Store, 'flags' | 'shared' | 'get'>;
  readonly ports: {
    readonly newId: () => string;
    readonly log: { warn: (facts: object, text: string) => void };
  };
};

/** If this is the only process, events stay within it. */
export function createSharedEvents({ store, ports }: Options): Events {
  const events = createEvents();
  if (!store.flags.concurrentProcesses) return events;
  const own = ports.newId();
  const tell = createTelling(
    (texts) => store.shared.announce(topic, `${own} [${texts.join()}]`),
    (error) => ports.log.warn({ err: error }, 'other processes not told'),
  );
  const hear = async (text: string): Promise<void> => {
    if (text.startsWith(own)) return;
    const heard = JSON.parse(text.slice(text.indexOf(' '))) as readonly Happening[];
    for (const one of heard) announce(events, await whole(store, one));
  };
  // One at a time: a lookup for one event must not let the next overtake it.
  let last = Promise.resolve();
  const inOrder = (text: string): void => {
    last = last
      .then(() => hear(text))
      .catch((error) => ports.log.warn({ err: error }, 'event not understood'));
  };
  store.shared.listen(topic, inOrder, () => events.announce('missed', {}));
  return {
    listen: events.listen,
    announce: (kind, what) => {
      events.announce(kind, what);
      if (told.has(kind)) tell([kind, what] as unknown as Happening);
    },
  };
}

const announce = (events: Events, [kind, what]: Happening): void => events.announce(kind, what as never);

/** Events too large to announce are looked up by the receiver. */
function brief(happening: Happening): string {
  const text = JSON.stringify(happening);
  if (happening[0] !== 'jobProgress' || bytesOf(text) < mostBytes) return text;
  return JSON.stringify(['jobProgress', { ...happening[1], input: null }]);
}

async function whole(store: Options['store'], happening: Happening): Promise<Happening> {
  if (happening[0] !== 'jobProgress' || happening[1].input) return happening;
  const job = await store.get('job', happening[1].job);
  return ['jobProgress', { ...happening[1], input: (job?.Input ?? {}) as object as never }];
}

/** Batches events that occur while the previous announcement is being sent. */
function createTelling(send: (texts: readonly string[]) => Promise<void>, failed: (error: unknown) => void) {
  let waiting: string[] = [];
  let isSending = false;
  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = takeBatch(waiting);
      try {
        await send(batch);
      } catch (error) {
        failed(error);
        // Sent before any later event.
        waiting = [missed];
        break;
      }
    }
    isSending = false;
  };
  return (happening: Happening): void => {
    waiting.push(brief(happening));
    if (waiting.length > mostWaiting) waiting = [missed];
    if (isSending) return;
    isSending = true;
    void run();
  };
}

const missed = JSON.stringify(['missed', {}]);

function takeBatch(waiting: string[]): readonly string[] {
  let bytes = 0;
  let count = 0;
  for (const text of waiting) {
    bytes += bytesOf(text) + 1;
    if (count > 0 && bytes > mostBytes) break;
    count += 1;
  }
  return waiting.splice(0, count);
}

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;
