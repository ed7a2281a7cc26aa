import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/** A hash over a name and the names, sizes and times of build inputs, without tests and stories. */
export function fingerprint(places, name = '') {
  const hash = createHash('sha256').update(`${name}\n`);
  for (const place of places) for (const line of describe(path.resolve(root, place))) hash.update(line);
  return hash.digest('hex');
}

function* describe(place) {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) return;
  if (found.isFile()) {
    if (!/\.(test|stories)\.tsx?$/.test(place))
      yield `${path.relative(root, place)} ${found.size} ${found.mtimeMs}\n`;
    return;
  }
  for (const name of readdirSync(place).sort()) yield* describe(path.join(place, name));
}
