// Writes many lines to the log of the server, and says on standard error that others had their turn meanwhile.
import { importTypeScript } from '../../scripts/importTypeScript.mjs';

const { createLog } = await importTypeScript('server/node/createLog.ts');
const { log, flush } = createLog('info');
let turns = 0;
for (let line = 0; line < 20_000; line += 1) {
  log.info({ line, text: 'x'.repeat(200) }, 'written');
  if (line % 100 !== 0) continue;
  await new Promise((resolve) => setImmediate(resolve));
  turns += 1;
}
await new Promise((resolve) => process.stderr.write(`${turns} turns\n`, resolve));
await flush();
process.exit(0);
