// A process of its own that reads through readers and closes: `node closeReaders.mjs file script`; says so at its very end.
import { importTypeScript } from '../../scripts/importTypeScript.mjs';

const [file, script] = process.argv.slice(2);
const { closeReaders } = await importTypeScript('tests/support/closeReaders.ts');
await closeReaders(file, script);
console.log('closed');
