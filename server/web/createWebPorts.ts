/** Ports for browsers and tests: WebCrypto, no files, a silent log. */
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { Digester, Log, PasswordHasher, Ports } from '../ports/ports.ts';
import { createFileMemory } from './createFileMemory.ts';
import { createIds } from './createIds.ts';
import { createSeal } from './createSeal.ts';
import { fromHex, toBase64Url, toHex } from './encode.ts';

type Given = Ports & ExtensionPorts;

const silent: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** Uses fast hashes: for stories and tests, never for real passwords. */
export function createWebPorts(options: Partial<Given> = {}): Ports & Partial<ExtensionPorts> {
  const now = options.now ?? (() => new Date());
  const randomToken = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));
  return {
    hash: webHasher,
    newId: createIds(() => now().getTime()),
    randomToken,
    publicUrl: 'http://localhost:3000',
    digest: async (text) => toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
    digester: webDigester,
    files: createFileMemory(now),
    sign: webSign,
    seal: createSeal,
    log: silent,
    ...options,
    now,
  };
}

/** WebCrypto hashes whole texts only. */
function webDigester(): Digester {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  return {
    add: (bytes) => void pieces.push(new Uint8Array(bytes)),
    end: async () => toHex(await crypto.subtle.digest('SHA-256', await new Blob(pieces).arrayBuffer())),
  };
}

async function webSign(secret: string, text: string): Promise<string> {
  const [key, data] = [secret, text].map((part) => new TextEncoder().encode(part)) as [
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>,
  ];
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, hmac, false, ['sign']);
  return toHex(await crypto.subtle.sign('HMAC', imported, data));
}

const rounds = 1000;

/** PBKDF2 with WebCrypto: `pbkdf2$<rounds>$<salt>$<hash>`. */
const webHasher: PasswordHasher = {
  hash: async (password) => {
    const salt = crypto.getRandomValues(new Uint8Array(16));
    return `pbkdf2$${rounds}$${toHex(salt)}$${await derive(password, salt, rounds)}`;
  },
  verify: async (password, hash) => {
    const [kind, count, salt, expected] = hash.split('$');
    const derived = await derive(password, fromHex(salt ?? ''), Number(count) || rounds);
    return kind === 'pbkdf2' && derived === expected;
  },
  isOutdated: (hash) => !hash.startsWith(`pbkdf2$${rounds}$`),
};

async function derive(password: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const bytes = new TextEncoder().encode(password.normalize('NFKC'));
  const key = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits']);
  return toHex(
    await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, key, 256),
  );
}
