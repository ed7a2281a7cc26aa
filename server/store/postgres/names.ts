/** Identifiers in PostgreSQL: it truncates names to 63 bytes, which could make two equal. */
import { createHash } from 'node:crypto';
import { quoted } from '../sql/names.ts';

const longest = 63;

/** The name as stored in the catalogue: long names end in a digest of the whole. */
export function stored(name: string): string {
  if (Buffer.byteLength(name) <= longest) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  let start = name;
  while (Buffer.byteLength(start) > longest - 17) start = [...start].slice(0, -1).join('');
  return `${start}~${digest}`;
}

/** `"name"`. */
export const quotedName = (name: string): string => quoted(stored(name));

/** The foreign key constraint of a reference; errors name it. */
export const referenceName = (entity: string, field: string): string => `${entity}:refers:${field}`;
