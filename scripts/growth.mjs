// `npm run growth [-- rows …]`: measures a list after a write as the table grows (10,000, 100,000 and
// 1,000,000 rows), on PostgreSQL and SQLite. TEST_DATABASE_URL names a server; otherwise one is started.
import { importTypeScript } from './importTypeScript.mjs';
import { ensureInstalled, requireNode, root } from './install.mjs';

requireNode();
process.chdir(root);
await ensureInstalled({ forTests: true });

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [10_000, 100_000, 1_000_000];
if (sizes.some((size) => !Number.isInteger(size) || size < 100)) {
  console.error('Say how many rows: npm run growth -- 10000 100000');
  process.exit(1);
}
const { measureGrowth } = await importTypeScript('tests/bench/growth.ts');
await measureGrowth(sizes, console.log);
