import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHasher } from '../ports.ts';

const cost = { N: 2 ** 15, r: 8, p: 1 };
const length = 32;
/** 128 × N × r, and some more: Node's own limit is just below what we ask for. */
const maxmem = 64 * 1024 * 1024;

/** scrypt: `scrypt$<N>$<r>$<p>$<salt>$<hash>`, so that the cost may rise and old hashes still be read. */
export const scryptHasher: PasswordHasher = {
  hash: async (password) => {
    const salt = randomBytes(16);
    const hash = await derive(password, salt, cost);
    return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('hex')}$${hash.toString('hex')}`;
  },
  verify: async (password, stored) => {
    const [kind, n, r, p, salt, expected] = stored.split('$');
    if (kind !== 'scrypt') return false;
    const hash = await derive(password, Buffer.from(salt ?? '', 'hex'), {
      N: Number(n),
      r: Number(r),
      p: Number(p),
    });
    const wanted = Buffer.from(expected ?? '', 'hex');
    return wanted.length === hash.length && timingSafeEqual(wanted, hash);
  },
};

function derive(password: string, salt: Buffer, options: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, { ...options, maxmem }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
