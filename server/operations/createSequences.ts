/** Tracks the order in which a client numbered its calls, since the network may deliver them out of order. */
import type { Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { noteId, readNote, writeNote } from './serverNotes.ts';

export type Sequence = {
  /** The client that numbers its calls, and the record they are for. */
  readonly of: string;
  readonly number: number;
};

export type Sequences = {
  /** Whether a later call has already been carried out. */
  readonly isOvertaken: (session: StoreSession, sequence: Sequence) => Promise<boolean>;
  readonly note: (session: StoreSession, sequence: Sequence) => Promise<void>;
  /** Undoes `note` when the transaction did not commit. */
  readonly forget: (sequence: Sequence) => void;
};

/** Enough entries: calls overtake each other only within seconds. */
export function createSequences(store: Store, ports: Pick<Ports, 'now' | 'digest'>): Sequences {
  return store.flags.concurrentProcesses ? sequencesInStore(ports) : sequencesInMemory();
}

/** Creates the tracker of one app. */
const remembered = { calls: 10_000, milliseconds: 10 * 60_000 };

function sequencesInMemory(): Sequences {
  const latest = new Map<string, number>();
  return {
    isOvertaken: async (_, { of, number }) => (latest.get(of) ?? number) > number,
    note: async (_, { of, number }) => {
      latest.delete(of);
      if (latest.size >= remembered.calls) latest.delete(latest.keys().next().value as string);
      latest.set(of, number);
    },
    forget: ({ of, number }) => {
      if (latest.get(of) === number) latest.delete(of);
    },
  };
}

/** With the record, in one transaction: what does not hold was not noted either. */
function sequencesInStore(ports: Pick<Ports, 'now' | 'digest'>): Sequences {
  const idOf = ({ of }: Sequence) => noteId(ports, `sequence\n${of}`);
  return {
    isOvertaken: async (session, sequence) => {
      const note = await readNote(session, ports, await idOf(sequence));
      return Number(note?.Number ?? sequence.number) > sequence.number;
    },
    note: async (session, sequence) => {
      const value = { Number: sequence.number };
      await writeNote(session, ports, { id: await idOf(sequence), value, lifetime: remembered.milliseconds });
    },
    forget: () => undefined,
  };
}
