// Writes the demo catalogue into the seed.json of each entity: `node scripts/seed/writeSeed.mjs`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSeed, seedFile } from './buildSeed.mjs';

const root = path.join(import.meta.dirname, '..', '..');

for (const [entity, text] of Object.entries(await buildSeed())) {
  writeFileSync(path.join(root, seedFile(entity)), text);
  console.log(`${entity}: ${text.split('\n').filter((line) => line.startsWith('    {')).length}`);
}
