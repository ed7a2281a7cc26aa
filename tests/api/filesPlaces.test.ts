/** Files in a database, a bucket and a folder: people see the same behaviour for each. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanFiles } from '#server/app';
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import { filesPlace, openFiles } from '../../server/node/filesPlace.ts';
import { filesFolder } from '../../server/node/openStore.ts';
import { takeOverFiles } from '../../server/node/takeOverFiles.ts';
import { newSchema } from '../support/postgres.ts';
import { type S3, s3Keys, startS3 } from '../support/s3.ts';
import { type Ask, asker, makeStore, type Running, startApp } from './support/startApp.ts';

const root = mkdtempSync(path.join(tmpdir(), 'formwright-places-'));
let s3: S3;
beforeAll(async () => {
  s3 = await startS3();
  return async () => {
    await s3.stop();
    rmSync(root, { recursive: true, force: true });
  };
});

const environment = {
  database: async () => ({}),
  folder: async () => ({ FILES_URL: `file:${root}/shared` }),
  bucket: async () => ({
    ...{ AWS_ACCESS_KEY_ID: s3Keys.accessKeyId, AWS_SECRET_ACCESS_KEY: s3Keys.secretAccessKey },
    FILES_URL: `s3://${s3.bucket}/office?endpoint=${s3.endpoint}&region=${s3.region}`,
  }),
};
const head = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%';
const content = `${head}${'x'.repeat(600_000)}\n%%EOF\n`;

for (const [name, env] of Object.entries(environment))
  describe(`files in a ${name}`, () => {
    let app: Running;
    let ask: Ask;
    let token: string;
    let opened: ReturnType<typeof openFiles>;

    beforeAll(async () => {
      const store = await makeStore.memory();
      opened = openFiles(
        filesPlace(await env(), await newSchema()),
        async () => (await store.count('file')) === 0,
      );
      app = await startApp({ store, seed: 'none', ports: { files: opened.files } });
      const { body } = await asker(app.fetch, {})('POST', '/session', {
        UserName: 'admin',
        Password: 'demo',
      });
      token = body.Token;
      ask = asker(app.fetch, { authorization: `Bearer ${token}` });
      return opened.close;
    });

    const upload = async () => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="a.pdf"',
      };
      const response = await app.fetch(
        new Request('http://localhost/api/File', { method: 'POST', body: content, headers }),
      );
      return { status: response.status, body: await response.json() };
    };
    const download = async (id: string, headers = {}) => {
      const { body } = await ask('GET', `/File/token/${id}`);
      return ask('GET', body.Url.replace('/api', ''), undefined, headers);
    };

    it('are uploaded and downloaded, whole and in ranges, and a lost content is reported', async () => {
      const { status, body } = await upload();
      expect([status, body.Size]).toEqual([201, content.length]);
      expect((await download(body.Id)).body === content).toBe(true);
      const part = await download(body.Id, { range: 'bytes=262140-262149' });
      expect([part.status, part.headers.get('content-range'), part.body]).toEqual([
        ...[206, `bytes 262140-262149/${content.length}`, content.slice(262_140, 262_150)],
      ]);
      expect((await ask('GET', '/health')).body.status).toBe('ok');
      await opened.files.remove(body.Id);
      const lost = await download(body.Id);
      expect([lost.status, lost.body.status]).toEqual([503, 'files-missing']);
    });

    it('are deleted when nothing refers to them', async () => {
      const { body } = await upload();
      app.clock.now = new Date(Date.now() + 3 * 24 * 3600 * 1000);
      const ports = { files: opened.files, now: () => app.clock.now };
      expect(await cleanFiles({ model: app.models.current(), store: app.store, ports })).toBeGreaterThan(0);
      expect((await opened.files.list()).map(({ id }) => id)).not.toContain(body.Id);
    });
  });

it('a PostgreSQL database imports files that an earlier version kept in a folder', async () => {
  const before = process.cwd();
  mkdirSync(path.join(root, 'earlier'));
  process.chdir(path.join(root, 'earlier'));
  try {
    const url = await newSchema();
    const place = filesPlace({}, url);
    const { files, close } = openFiles(place, async () => true);
    const store = await makeStore.memory();
    const app = await startApp({ store, seed: 'none' });
    const folder = createFileFolder(filesFolder(url));
    const [known, orphan] = [crypto.randomUUID(), crypto.randomUUID()];
    const stamp = { CreatedDate: '2026-11-20T15:00:00Z', CreatedBy: 'admin' };
    await store.insert('file', {
      Id: known,
      Name: 'a.pdf',
      ContentType: 'application/pdf',
      Size: 3,
      ...stamp,
    });
    for (const id of [known, orphan]) await folder.put(id, new Blob(['abc']).stream(), { maxBytes: 3 });
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    for (let start = 0; start < 2; start += 1) await takeOverFiles({ place, files, store, print });
    expect(lines).toEqual([expect.stringMatching(/^1 contents of files are copied/)]);
    expect((await files.list()).map(({ id }) => id)).toEqual([known]);
    expect(new TextDecoder().decode(await files.bytes(known))).toBe('abc');
    await close();
    await app.store.close();
  } finally {
    process.chdir(before);
  }
});
