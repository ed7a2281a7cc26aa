import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FileStore, Log, Ports } from '../ports/ports.ts';
import { createIds } from '../web/createIds.ts';
import { createSeal } from '../web/createSeal.ts';
import { readFonts } from './readFonts.ts';
import { createScryptHasher } from './scryptHasher.ts';

/** The ports of a server on Node. */
export function createNodePorts(log: Log, files: FileStore): Ports {
  return {
    hash: createScryptHasher(),
    now: () => new Date(),
    processorTime: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    newId: createIds(Date.now),
    randomToken: () => randomBytes(32).toString('base64url'),
    publicUrl: 'http://localhost:3000',
    digest: async (text) => createHash('sha256').update(text).digest('hex'),
    digester: () => {
      const hash = createHash('sha256');
      return { add: (bytes) => void hash.update(bytes), end: async () => hash.digest('hex') };
    },
    sign: async (secret, text) => createHmac('sha256', secret).update(text).digest('hex'),
    seal: createSeal,
    files,
    fonts: readFonts,
    log,
  };
}
