import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHasher } from '../ports/ports.ts';

type ScryptCost = { readonly N: number; readonly r: number; readonly p: number };

/** The OWASP recommendation: 128 MB and a few tenths of a second per attempt. */
const recommended: ScryptCost = { N: 2 ** 17, r: 8, p: 1 };
const length = 32;
/** Hashes computed at once; more would exhaust memory. */
const atOnce = 2;

/** scrypt as `scrypt$<N>$<r>$<p>$<salt>$<hash>`: the cost may rise while old hashes stay readable. */
export function createScryptHasher(cost: ScryptCost = recommended): PasswordHasher {
  return {
    hash: async (password) => {
      const salt = randomBytes(16);
      const hash = await derive(password, salt, cost);
      return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('hex')}$${hash.toString('hex')}`;
    },
    verify: async (password, stored) => {
      const { kind, salt, expected, ...stands } = parse(stored);
      if (kind !== 'scrypt') return false;
      const hash = await derive(password, salt, stands);
      return expected.length === hash.length && timingSafeEqual(expected, hash);
    },
    isOutdated: (stored) => {
      const { kind, N, r, p } = parse(stored);
      return kind !== 'scrypt' || N !== cost.N || r !== cost.r || p !== cost.p;
    },
  };
}

function parse(stored: string) {
  const [kind, n, r, p, salt, expected] = stored.split('$');
  const [saltBytes, hash] = [Buffer.from(salt ?? '', 'hex'), Buffer.from(expected ?? '', 'hex')];
  return { kind, N: Number(n), r: Number(r), p: Number(p), salt: saltBytes, expected: hash };
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await scryptOf(password.normalize('NFKC'), salt, cost);
  } finally {
    // The longest-waiting caller is next.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function scryptOf(password: string, salt: Buffer, { N, r, p }: ScryptCost): Promise<Buffer> {
  // scrypt needs 128 × N × r bytes, plus some overhead.
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}
