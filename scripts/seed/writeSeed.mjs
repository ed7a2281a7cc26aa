// Writes the demo catalogue into schemas/catalogue/*/seed.json: `node scripts/seed/writeSeed.mjs`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSeed } from './buildSeed.mjs';

const catalogue = path.join(import.meta.dirname, '..', '..', 'schemas', 'catalogue');

for (const [entity, text] of Object.entries(buildSeed())) {
  writeFileSync(path.join(catalogue, entity, 'seed.json'), text);
  console.log(`${entity}: ${text.split('\n').filter((line) => line.startsWith('    {')).length}`);
}
