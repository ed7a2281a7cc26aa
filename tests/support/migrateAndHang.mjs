// A process of its own that migrates a database and stops at a statement: `node migrateAndHang.mjs url statement`.
import { importTypeScript } from '../../scripts/importTypeScript.mjs';

const [url, statement] = process.argv.slice(2);
const { migrateAndHang } = await importTypeScript('tests/support/migrateAndHang.ts');
await migrateAndHang(url, statement);
