// A process of its own that delivers what is due and stops in the middle: `node deliverAndHang.mjs file folder now count [postgres://…]`.
import { importTypeScript } from '../../scripts/importTypeScript.mjs';

const [file, folder, now, count, database] = process.argv.slice(2);
const { deliverAndHang } = await importTypeScript('tests/support/deliverAndHang.ts');
await deliverAndHang({ file, folder, now, database }, Number(count));
