/**
 * Set-up of every test file: bytes are compared as a whole. Vitest compares them one by one, with a list of their
 * indexes, which takes seconds for a file.
 */
import { expect } from 'vitest';

type Known = typeof globalThis & { comparesBytes?: boolean };

// The files of a worker share the testers, and each file runs its set-up.
if (!(globalThis as Known).comparesBytes) {
  (globalThis as Known).comparesBytes = true;
  expect.addEqualityTesters([sameBytes]);
}

/** Undefined leaves it to the other testers: bytes of different kinds are equal to some matchers only. */
function sameBytes(one: unknown, other: unknown): boolean | undefined {
  const areAlike =
    one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor;
  return areAlike ? Buffer.compare(one, other) === 0 : undefined;
}
