/** Starting on a damaged database, or on one with a release or a draft that cannot be judged. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp, createModelHolder, createWebPorts, startWithRelease } from '#server/app';
import { openStore } from '../../server/node/openStore.ts';
import { startTrouble } from '../../server/node/startTrouble.ts';
import { Sqlite } from '../../server/store/sqlite/driver.ts';
import { extensions } from '../support/extensions.ts';
import { asker, compilation, declarations, model, startApp } from './support/startApp.ts';
import { texts } from './support/wrongChanges.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-damaged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fieldChange = { kind: 'field', name: 'product.Extra', type: 'text', title: texts('Extra') };
const releaseOf = (number: number, Changes: unknown) => {
  const moment = '2026-11-20T15:00:00.000Z';
  const stamps = { CreatedDate: moment, CreatedBy: 'x', ModifiedDate: moment, ModifiedBy: 'x' };
  const published = { PublishedDate: moment, PublishedBy: 'x', ChangeCount: 1 };
  const Id = `00000000-0000-4000-8000-00000000000${number}`;
  return { Id, Revision: 1, ...stamps, ...published, Release: number, Number: number, Changes };
};

/** Creates and closes a database with a release; returns its file. */
async function databaseFile(name: string): Promise<string> {
  const file = path.join(folder, name);
  const store = await openStore(`file:${file}`);
  await store.migrate(model);
  await store.insert('configuration-release', releaseOf(1, [fieldChange]));
  await store.close();
  return file;
}

/** Starts like the server and returns the message of a failed start. */
async function sentenceAtStart(file: string): Promise<string | undefined> {
  let store: Awaited<ReturnType<typeof openStore>> | undefined;
  try {
    store = await openStore(`file:${file}`);
    const inForce = await startWithRelease({
      extensions,
      set: declarations,
      compilation,
      store,
      print: () => {},
    });
    await store.migrate(inForce.compilation.model);
    return 'started';
  } catch (error) {
    return startTrouble(error, `file:${file}`);
  } finally {
    await store?.close();
  }
}

describe('a start on a damaged database fails with a clear sentence and a way out', () => {
  it('if its file is not a database', async () => {
    const file = path.join(folder, 'none.db');
    writeFileSync(file, 'This is no database. '.repeat(1000));
    expect(await sentenceAtStart(file)).toMatch(/not a database.*Put back a copy/);
  });

  it('if its pages are overwritten', async () => {
    const file = await databaseFile('pages.db');
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096);
    writeFileSync(file, bytes);
    expect(await sentenceAtStart(file)).toMatch(/(is damaged|malformed).*Put back a copy/);
  });

  it('if its release is not JSON', async () => {
    const file = await databaseFile('json.db');
    const db = new Sqlite(file);
    db.exec(`update "configuration-release" set Changes = '[{"kind"'`);
    db.close();
    expect(await sentenceAtStart(file)).toMatch(
      /Changes of a record of configuration-release is no JSON.*Put back/,
    );
  });

  it('but not for a mistake in the server itself', () => {
    expect(startTrouble(new TypeError('x is not a function'), 'file:x')).toBeUndefined();
  });
});

describe('a release that cannot be judged is set aside', () => {
  it.each([
    ['is no list', { x: 1 }],
    ['holds nothing', [null, 7, 'x']],
    ['names what every object has', [{ ...fieldChange, name: 'product.constructor' }]],
    ['says nothing about what it names', [{ kind: 'entity', name: 'x' }]],
    ['refers to what is gone', [{ ...fieldChange, type: 'reference', reference: 'gone' }, fieldChange]],
  ])('that %s', async (_, Changes) => {
    const app = await startApp({ store: 'sqlite', seed: 'none' });
    await app.store.insert('configuration-release', releaseOf(1, Changes));
    const again = await app.startAgain();
    const admin = await again.as('admin');
    expect((await admin('GET', '/product')).status).toBe(200);
    const draft = await admin('GET', '/configure/draft');
    expect([draft.status, again.errors]).toEqual([200, []]);
    expect((await admin('GET', '/health')).body.setAside).toBeGreaterThan(0);
    expect(draft.body.Findings.map(({ Code }: { Code: string }) => Code)).toContain('release-aside');
    // As shipped again; the next release builds on that.
    expect((await admin('POST', '/configure/releases/0/restore', {})).status).toBe(201);
    expect((await admin('GET', '/health')).body).toEqual({ status: 'ok' });
    await app.store.close();
  });
});

describe('a draft that cannot be judged', () => {
  it('is shown, exported and discarded; a change that cannot be judged is not kept', async () => {
    const app = await startApp({ store: 'sqlite', seed: 'none' });
    const sound = await app.as('admin');
    const { kind, name, ...body } = fieldChange;
    expect((await sound('PUT', `/configure/draft/${kind}/${name}`, body)).status).toBe(200);
    const holder = createModelHolder(declarations, compilation);
    const errors: object[] = [];
    const ports = createWebPorts({
      now: () => app.clock.now,
      log: { info: () => {}, warn: () => {}, error: (facts) => errors.push(facts) },
    });
    let isBroken = true;
    // No known change does this, so a bug in the judging itself is simulated.
    const shipped = () => {
      if (isBroken) throw new TypeError('cannot be judged');
      return holder.shipped();
    };
    const broken = createApp({ models: { ...holder, shipped }, store: app.store, extensions, ports });
    const fetch = async (request: Request) => broken.fetch(request);
    const { body: session } = await asker(fetch, {})('POST', '/session', {
      UserName: 'admin',
      Password: 'demo',
    });
    const admin = asker(fetch, { authorization: `Bearer ${session.Token}` });
    const shown = await admin('GET', '/configure/draft');
    expect(shown).toMatchObject({
      status: 200,
      body: { Findings: [{ Code: 'draft-unjudged' }], Revision: 1 },
    });
    expect(shown.body.Changes).toHaveLength(1);
    expect((await admin('GET', '/configure/export')).body.Files).toHaveLength(1);
    expect((await admin('PUT', '/configure/draft/field/product.Other', body)).status).toBe(500);
    expect(
      (await admin('PUT', '/configure/draft', { Put: [{ ...fieldChange, name: 'product.Other' }] })).status,
    ).toBe(500);
    isBroken = false;
    expect((await admin('GET', '/configure/draft')).body).toMatchObject({ Revision: 1, Changes: [{ name }] });
    isBroken = true;
    expect((await admin('DELETE', '/configure/draft')).status).toBe(200);
    expect(errors.length).toBeGreaterThan(0);
    await app.store.close();
  });
});
