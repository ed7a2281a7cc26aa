// Writes the demo catalogue into schemas/**/seed.json: `node scripts/seed/writeSeed.mjs`. The same files every time.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildCoverage } from './buildCoverage.mjs';
import { buildProducts } from './buildProducts.mjs';
import { buildReference } from './buildReference.mjs';
import { createRandom } from './random.mjs';

const schemas = path.join(import.meta.dirname, '..', '..', 'schemas');
const random = createRandom(20261121);
const reference = buildReference();
const products = buildProducts(random, 200);
const coverage = products.map((product) => buildCoverage(product, random));

write('catalogue', 'product-type', { reference: reference.types });
write('catalogue', 'component-type', { reference: reference.componentTypes });
write('catalogue', 'component', { reference: reference.components });
write('catalogue', 'brand', { demo: reference.brands });
write('catalogue', 'underwriter', { demo: reference.underwriters });
write('catalogue', 'product-group', { demo: reference.groups });
write('catalogue', 'product', { demo: products.map(({ record }) => record) });
write('catalogue', 'coverage-item', { demo: coverage.flatMap(({ items }) => items) });
write('catalogue', 'coverage-group', { demo: coverage.flatMap(({ groups }) => groups) });
write('catalogue', 'plan', { demo: coverage.flatMap(({ plans }) => plans) });

/** One record a line: small, and a change shows as the lines it touches. */
function write(area, entity, parts) {
  const lists = Object.entries(parts).map(
    ([part, records]) =>
      `  "${part}": [\n${records.map((record) => `    ${JSON.stringify(record)}`).join(',\n')}\n  ]`,
  );
  const head = `{\n  "$schema": "../../../engine/declaration/seed.schema.json",\n  "for": "${entity}",\n`;
  writeFileSync(path.join(schemas, area, entity, 'seed.json'), `${head}${lists.join(',\n')}\n}\n`);
  const count = Object.values(parts).reduce((sum, records) => sum + records.length, 0);
  console.log(`${entity}: ${count}`);
}
