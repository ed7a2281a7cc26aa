/**
 * The folder of files is missing, full, read-only or lost: the message says so, never missing rights, and the
 * folder is never silently recreated.
 */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FilesUnavailable } from '../../server/files/FilesUnavailable.ts';
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import { diskTrouble } from '../../server/node/diskTrouble.ts';
import type { FileStore } from '../../server/ports/ports.ts';
import { type Ask, asker, makeStore, type Running, startApp } from './support/startApp.ts';

const root = mkdtempSync(path.join(tmpdir(), 'formwright-away-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let number = 0;
let folder: string;
let app: Running;
let ask: Ask;
let token: string;
let fault: FilesUnavailable['reason'] | undefined;

/** A disk that fails on demand. */
const faulty = (files: FileStore): FileStore => ({
  ...files,
  put: async (...all) => {
    if (fault) throw new FilesUnavailable(fault);
    return files.put(...all);
  },
});

const content = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';

async function upload() {
  const response = await app.fetch(
    new Request('http://localhost/api/File', {
      method: 'POST',
      body: content,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="a.pdf"',
      },
    }),
  );
  return { status: response.status, body: await response.json() };
}

async function download(id: string) {
  const { body } = await ask('GET', `/File/token/${id}`);
  return ask('GET', body.Url.replace('/api', ''));
}

const health = async () => {
  app.clock.now = new Date(app.clock.now.getTime() + 6000);
  return (await ask('GET', '/health')).body.status;
};

describe('the folder of files', () => {
  beforeEach(async () => {
    number += 1;
    fault = undefined;
    folder = path.join(root, `data-${number}`, 'test.files');
    const store = await makeStore.memory();
    const files = createFileFolder(folder, { isNew: async () => (await store.count('file')) === 0 });
    app = await startApp({ store, seed: 'none', ports: { files: faulty(files) } });
    const { body } = await asker(app.fetch, {})('POST', '/session', { UserName: 'admin', Password: 'demo' });
    token = body.Token;
    ask = asker(app.fetch, { authorization: `Bearer ${token}` });
  });

  it('of a new database is created with the first file', async () => {
    expect(await health()).toBe('ok');
    const { status, body } = await upload();
    expect(status).toBe(201);
    expect((await download(body.Id)).body).toBe(content);
    expect(await health()).toBe('ok');
  });

  for (const [name, leave] of [
    ['is away', () => undefined],
    // An unmounted disk leaves its mount point.
    ['is empty', () => mkdirSync(folder)],
  ] as const)
    it(`is reported if ${name}, and not replaced until it is back`, async () => {
      const { body } = await upload();
      renameSync(folder, `${folder}-away`);
      leave();
      const gone = await download(body.Id);
      expect([gone.status, gone.body.status]).toEqual([503, 'files-gone']);
      expect(gone.body.Message).toContain('its file folder');
      const refused = await upload();
      expect([refused.status, refused.body.status]).toEqual([503, 'files-gone']);
      expect(readdirSync(path.dirname(folder))).not.toContain(name === 'is away' ? 'test.files' : 'none');
      expect(await health()).toBe('files-gone');
      // Reads and saves without files continue.
      expect((await ask('GET', '/ready')).status).toBe(200);
      rmSync(folder, { recursive: true, force: true });
      renameSync(`${folder}-away`, folder);
      expect((await download(body.Id)).body).toBe(content);
      expect((await upload()).status).toBe(201);
      expect(await health()).toBe('ok');
    });

  it('of an earlier version, or copied without hidden files, is accepted as it is', async () => {
    const { body } = await upload();
    for (const name of readdirSync(folder).filter((one) => one.startsWith('.')))
      rmSync(path.join(folder, name));
    expect((await download(body.Id)).body).toBe(content);
    expect((await upload()).status).toBe(201);
  });

  it('that lacks one content reports that file', async () => {
    const { body } = await upload();
    await upload();
    rmSync(path.join(folder, body.Id));
    const lost = await download(body.Id);
    expect([lost.status, lost.body.status]).toEqual([503, 'files-missing']);
    const unknown = '0f000000-0000-7000-8000-000000000001';
    expect((await ask('GET', `/File/token/${unknown}`)).status).toBe(403);
  });

  it('is reported if something else is in its place', async () => {
    const { body } = await upload();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'no folder');
    expect((await download(body.Id)).body.status).toBe('files-failing');
    expect((await upload()).body.status).toBe('files-failing');
    expect(await health()).toBe('files-failing');
  });

  it('reports in both languages the problem of its disk', async () => {
    for (const reason of ['full', 'read-only', 'failing'] as const) {
      fault = reason;
      const refused = await upload();
      expect([refused.status, refused.body.status]).toEqual([503, `files-${reason}`]);
      expect(refused.body.Message).not.toContain('file.store');
    }
  });
});

it.each([
  [{ code: 'ENOSPC' }, 'full'],
  [{ code: 'EDQUOT' }, 'full'],
  [{ code: 'EFBIG' }, 'full'],
  [{ code: 'EROFS' }, 'read-only'],
  [{ code: 'EACCES' }, 'read-only'],
  [{ code: 'EIO' }, 'failing'],
  [{ code: 'ENOENT' }, undefined],
  [undefined, undefined],
])('an error of the file system %j means %s', (error, reason) => {
  expect(diskTrouble(error)).toBe(reason);
});
