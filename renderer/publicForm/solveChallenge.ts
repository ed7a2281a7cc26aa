import { sha256 } from '@noble/hashes/sha2.js';

/** Hashes between two looks at the page, so that typing stays smooth. */
const atOnce = 2000;

const encoder = new TextEncoder();

/** Finds the number whose hash begins with so many zero bits; of an open page it takes a fraction of a second. */
export async function solveChallenge(challenge: string, bits: number): Promise<number> {
  for (let from = 0; ; from += atOnce) {
    for (let number = from; number < from + atOnce; number += 1)
      if (zeroBits(sha256(encoder.encode(`${challenge}:${number}`))) >= bits) return number;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function zeroBits(hash: Uint8Array): number {
  let zeros = 0;
  for (const byte of hash) {
    if (byte !== 0) return zeros + Math.clz32(byte) - 24;
    zeros += 8;
  }
  return zeros;
}
