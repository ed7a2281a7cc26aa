/** The order in which a client made its calls, where it says so: the network may bring the last one first. */

export type Sequence = {
  /** Who counts, and for which record. */
  readonly of: string;
  readonly number: number;
};

export type Sequences = {
  /** Whether a later call than this one has been carried out already. */
  readonly isOvertaken: (sequence: Sequence) => boolean;
  readonly note: (sequence: Sequence) => void;
  /** What was noted did not hold. */
  readonly forget: (sequence: Sequence) => void;
};

/** Calls that overtake each other do so within seconds. */
const remembered = 10_000;

/** The sequences of one app. */
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
