/** The image is complete: a folder with only the files its Dockerfile copies serves the application. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { afterAll, expect, it } from 'vitest';
import { patience } from '../../scripts/patience.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-image-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Copies files as the last stage does; links the packages. */
function makeImage(): readonly string[] {
  const all = DockerfileParser.parse(readFileSync('Dockerfile', 'utf8')).getInstructions();
  const last = all.slice(all.findLastIndex((each) => each.getKeyword() === 'FROM'));
  for (const copy of last.filter((each) => each.getKeyword() === 'COPY')) {
    const words = (copy.getArgumentsContent() ?? '').split(' ').filter((word) => !word.startsWith('--'));
    for (const word of words.slice(0, -1)) {
      const source = word.replace(/^\/app\//, '');
      const target = path.join(folder, source);
      if (source === 'node_modules') symlinkSync(path.resolve(source), target);
      else cpSync(source, target, { recursive: true });
    }
  }
  mkdirSync(path.join(folder, 'data'));
  return JSON.parse(last.findLast((each) => each.getKeyword() === 'CMD')?.getArgumentsContent() ?? '[]');
}

/** Without entering folders in which the server makes and removes files meanwhile. */
const filesOf = () =>
  readdirSync(folder)
    .filter((name) => name !== 'data' && name !== 'node_modules')
    .flatMap((name) => {
      const place = path.join(folder, name);
      const inside = statSync(place).isDirectory() ? readdirSync(place, { recursive: true }) : [];
      return [name, ...inside.map((file) => path.join(name, String(file)))];
    });

it('serves calls and pages without writing to its folder, and stops on request', async () => {
  const [, ...args] = makeImage();
  const before = filesOf();
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', SEED: 'none' };
  const server = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(server, 'exit');
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (output += part));
  try {
    const listening = () => /listening on (http:\/\/localhost:\d+)/.exec(output)?.[1];
    await expect.poll(() => listening() ?? server.exitCode, { timeout: patience(60) }).not.toBeNull();
    const origin = listening();
    if (!origin) throw new Error(output);
    expect((await fetch(`${origin}/api/ready`)).status).toBe(200);
    const page = await fetch(`${origin}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
  } finally {
    server.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
  expect(filesOf()).toEqual(before);
});
