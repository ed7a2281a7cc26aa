// A process of its own that publishes the draft of a database and stops in the middle: `node publishAndHang.mjs file moment`.
import { importTypeScript } from '../../scripts/importTypeScript.mjs';

const [file, moment] = process.argv.slice(2);
const { publishAndHang } = await importTypeScript('tests/support/publishAndHang.ts');
await publishAndHang(file, moment);
