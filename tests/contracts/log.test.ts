import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';

it.runIf(process.platform === 'linux')('a full disk under the log stops nothing', async () => {
  const full = openSync('/dev/full', 'w');
  const run = await writeLog(full);
  closeSync(full);
  expect(run).toEqual({ code: 0, said: '200 turns\n' });
});

it('an unread log blocks neither callers nor the end of the process', async () => {
  // The pipe holds 64 kB; 4 MB are written.
  expect(await writeLog('pipe')).toEqual({ code: 0, said: '200 turns\n' });
});

function writeLog(output: number | 'pipe'): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(process.execPath, ['tests/support/writeLog.mjs'], {
    stdio: ['ignore', output, 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, said })));
}
