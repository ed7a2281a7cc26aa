/** Tracks the order in which a client numbered its calls, since the network may deliver them out of order. */

export type Sequence = {
  /** The client that numbers its calls, and the record they are for. */
  readonly of: string;
  readonly number: number;
};

export type Sequences = {
  /** Whether a later call has already been carried out. */
  readonly isOvertaken: (sequence: Sequence) => boolean;
  readonly note: (sequence: Sequence) => void;
  /** Undoes `note` when the transaction did not commit. */
  readonly forget: (sequence: Sequence) => void;
};

/** Enough entries: calls overtake each other only within seconds. */
const remembered = 10_000;

/** Creates the tracker of one app. */
export function createSequences(): Sequences {
  const latest = new Map<string, number>();
  return {
    isOvertaken: ({ of, number }) => (latest.get(of) ?? number) > number,
    note: ({ of, number }) => {
      latest.delete(of);
      if (latest.size >= remembered) latest.delete(latest.keys().next().value as string);
      latest.set(of, number);
    },
    forget: ({ of, number }) => {
      if (latest.get(of) === number) latest.delete(of);
    },
  };
}
