/** The built server on failing disks: its messages at the start, and its answers. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-disk-'));
const mounted: string[] = [];
afterAll(() => {
  for (const one of mounted) execFileSync('umount', ['--lazy', one]);
  rmSync(folder, { recursive: true, force: true });
});

async function kill(server: RunningServer): Promise<void> {
  const ended = once(server.process as ChildProcess, 'exit');
  server.process.kill('SIGKILL');
  await ended;
}

const json = { 'content-type': 'application/json' };

async function signIn(origin: string) {
  const login = JSON.stringify({ UserName: 'admin', Password: 'Long-enough-1' });
  const answer = await fetch(`${origin}/api/session`, { method: 'POST', body: login, headers: json });
  const body = await answer.json();
  return { status: answer.status, body, headers: { authorization: `Bearer ${body.Token}` } };
}

const env = { ADMIN_PASSWORD: 'Long-enough-1' };

describe('a damaged log', () => {
  it('is reported on the console and to administrators, a copy is kept, and the server continues with the valid part', async () => {
    const databaseFile = path.join(folder, 'log.db');
    const first = await startServer({ databaseFile, seed: 'none', env });
    const { headers } = await signIn(first.origin);
    await kill(first);
    const log = readFileSync(`${databaseFile}-wal`);
    // The last commit: that of the sign-in.
    const at = log.length - 2000;
    log[at] = (log[at] ?? 0) ^ 1;
    writeFileSync(`${databaseFile}-wal`, log);
    const second = await startServer({ databaseFile, seed: 'none', env });
    expect(second.output()).toMatch(/is damaged: .*Database and log are kept as they were in '.*\.damaged-/);
    const [copy = ''] = readdirSync(folder).filter((name) => /^log\.db\.damaged-\w+$/.test(name));
    expect(readFileSync(path.join(folder, `${copy}-wal`)).equals(log)).toBe(true);
    const again = await signIn(second.origin);
    const bell = await fetch(`${second.origin}/api/notification`, { headers: again.headers });
    const [told] = (await bell.json()).Items;
    expect(JSON.stringify(told)).toContain(copy);
    expect((await fetch(`${second.origin}/api/session`, { headers })).status).toBe(401);
    await kill(second);
    // It is reported once, naming its subject.
    const third = await startServer({ databaseFile, seed: 'none', env });
    expect(third.output()).not.toContain('damaged');
    await third.stop();
  });

  it('without valid entries is never replaced by an empty database', async () => {
    const databaseFile = path.join(folder, 'nothing.db');
    const first = await startServer({ databaseFile, seed: 'none', env });
    await kill(first);
    const log = readFileSync(`${databaseFile}-wal`);
    log[4] = 0xff;
    writeFileSync(`${databaseFile}-wal`, log);
    const isAllInLog = readFileSync(databaseFile).length <= 4096;
    const start = startServer({ databaseFile, seed: 'none', env });
    if (isAllInLog) await expect(start).rejects.toThrow('Nothing of the database');
    else {
      await expect(start).rejects.toThrow(/damaged/);
    }
    if (isAllInLog) expect(readFileSync(`${databaseFile}-wal`).equals(log)).toBe(true);
  });
});

/** A disk of a few megabytes: a separate one where it can be mounted, else a limit on file size. */
function smallDisk(name: string, megabytes: number): { readonly at: string; readonly isMounted: boolean } {
  const at = path.join(folder, name);
  mkdirSync(at);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at], { stdio: 'ignore' });
    mounted.push(at);
    return { at, isMounted: true };
  } catch {
    return { at, isMounted: false };
  }
}

function fillUp(at: string): void {
  const { bavail, bsize } = statfsSync(at);
  for (let left = bavail * bsize, number = 0; left > 0; number++) {
    const size = Math.min(left, 1_048_576);
    try {
      writeFileSync(path.join(at, `filler-${number}`), Buffer.alloc(size));
    } catch {
      return;
    }
    left -= size;
  }
}

describe('a full disk', () => {
  it('is reported by health, a save and an upload; people sign in and read; a start reports it too', async () => {
    const { at, isMounted } = smallDisk('full', 24);
    const databaseFile = path.join(at, 'full.db');
    if (!isMounted) return limited(databaseFile);
    const server = await startServer({ databaseFile, seed: 'none', env });
    const { headers } = await signIn(server.origin);
    fillUp(at);
    const health = await fetch(`${server.origin}/api/health`);
    expect([health.status, (await health.json()).status]).toEqual([503, expect.stringMatching(/full$/)]);
    const pdf = {
      ...headers,
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="a.pdf"',
    };
    const content = `%PDF-1.7\n${'%'.repeat(200_000)}\n%%EOF\n`;
    const upload = await fetch(`${server.origin}/api/File`, { method: 'POST', body: content, headers: pdf });
    expect([upload.status, (await upload.json()).status]).toEqual([503, 'files-full']);
    const again = await signIn(server.origin);
    expect(again.status).toBe(200);
    expect((await fetch(`${server.origin}/api/user`, { headers: again.headers })).status).toBe(200);
    const name = 'x'.repeat(200);
    const statuses = new Set<number>();
    for (let tries = 0; tries < 20; tries++) {
      const body = JSON.stringify({ UserName: `full-${tries}`, DisplayName: name, Roles: ['viewer'] });
      const saved = await fetch(`${server.origin}/api/user`, {
        method: 'POST',
        body,
        headers: { ...json, ...again.headers },
      });
      statuses.add(saved.status);
    }
    expect([...statuses]).toContain(503);
    await kill(server);
    await expect(startServer({ databaseFile, seed: 'none', env })).rejects.toThrow(
      /no room on the disk.*Make room and start again/,
    );
  });
});

/** Without a separate disk: file size is limited, which the system reports like a full disk. */
async function limited(databaseFile: string): Promise<void> {
  const child = spawn(
    'sh',
    [
      '-c',
      'ulimit -f 16; exec "$0" --import ./tests/support/quickScrypt.mjs dist/server/main.js',
      process.execPath,
    ],
    {
      env: { ...process.env, PORT: '0', SEED: 'none', DATABASE_URL: `file:${databaseFile}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      said += text;
    });
  await once(child, 'exit');
  expect(said).toMatch(/no room on the disk|cannot be read or written|cannot be opened/);
}

describe('the folder of files', () => {
  it('that is missing is reported at the start, and not created', async () => {
    const databaseFile = path.join(folder, 'away.db');
    const contents = path.join(folder, 'away.files');
    const first = await startServer({ databaseFile, seed: 'demo', env });
    await kill(first);
    expect(existsSync(contents)).toBe(true);
    rmSync(contents, { recursive: true });
    const second = await startServer({ databaseFile, seed: 'demo', env });
    expect(second.output()).toContain(`The folder of files '${contents}' is not there`);
    expect(existsSync(contents)).toBe(false);
    expect((await (await fetch(`${second.origin}/api/health`)).json()).status).toBe('files-gone');
    await second.stop();
  });
});

it('a stop lets an open call finish and meanwhile reports that it drains', async () => {
  const server = await startServer({ databaseFile: path.join(folder, 'drain.db'), seed: 'none', env });
  const { headers } = await signIn(server.origin);
  let finish = (): void => undefined;
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"Value":'));
      finish = () => {
        controller.enqueue(new TextEncoder().encode('1}'));
        controller.close();
      };
    },
  });
  const init = { method: 'PUT', body, headers: { ...json, ...headers }, duplex: 'half' } as RequestInit;
  const open = fetch(`${server.origin}/api/preference/drained`, init);
  const ended = once(server.process as ChildProcess, 'exit');
  // Before the call arrives, a stop would have nothing to wait for.
  await new Promise((resolve) => setTimeout(resolve, 300));
  server.process.kill('SIGTERM');
  const drains = async () => (await fetch(`${server.origin}/api/ready`)).json();
  let said = await drains();
  while (said.status === 'ready') said = await drains();
  expect(said.status).toBe('draining');
  const refused = await fetch(`${server.origin}/api/product`, { headers });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  finish();
  expect((await open).status).toBeLessThan(500);
  expect((await ended)[0]).toBe(0);
});
