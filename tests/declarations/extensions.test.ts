/** The extensions an application declares, and the findings if they cannot be used. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compileExtensions, type Extension } from '#server/app';
import { loadModel } from '../../server/node/loadModel.ts';
import { readApplication } from '../../server/node/readApplication.ts';
import { readDeclarations } from '../../server/node/readDeclarations.ts';
import { used } from '../support/extensions.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-extensions-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A root with these files, each given as JSON or as text. */
function rootWith(files: Readonly<Record<string, unknown>>): string {
  const root = mkdtempSync(path.join(folder, 'root-'));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

const about = (requires: readonly string[] = []) => ({ description: 'Something', requires });

describe('application.json', () => {
  it('of this repository lists the extensions that the tests use, each after the ones it requires', async () => {
    const { extensions, findings } = await readApplication('.');
    expect(findings).toEqual([]);
    expect(extensions.map(({ id }) => id)).toEqual(used.map(({ id }) => id));
  });

  it('brings required extensions, its own before those of Formwright; without the file there are none', async () => {
    const root = rootWith({
      'extensions/a/extension.json': about(['b']),
      'extensions/b/extension.json': about(),
      'apps/one/application.json': { extensions: ['a'] },
      'apps/one/extensions/b/extension.json': about(),
      'apps/two/schemas/defaults.json': {},
    });
    const { extensions, findings } = await readApplication(root, 'apps/one');
    expect(findings).toEqual([]);
    expect(extensions.map((one) => path.relative(root, one.folder))).toEqual([
      path.join('apps/one/extensions/b'),
      path.join('extensions/a'),
    ]);
    expect(await readApplication(root, 'apps/two')).toMatchObject({ extensions: [], findings: [] });
  });

  it('with a missing folder is a finding', async () => {
    const { findings } = await readDeclarations('.', 'examples/lendnig');
    expect(findings).toEqual([expect.objectContaining({ file: 'examples/lendnig', severity: 'error' })]);
  });

  const wrong: Readonly<Record<string, readonly [files: Record<string, unknown>, at: string, says: string]>> =
    {
      'an unknown extension': [
        { 'application.json': { extensions: ['reprots'] } },
        'application.json#/extensions/0',
        "'reprots'",
      ],
      'what is required and missing': [
        { 'application.json': { extensions: ['a'] }, 'extensions/a/extension.json': about(['gone']) },
        'extensions/a/extension.json#/requires/0',
        "'gone'",
      ],
      'no list': [
        { 'application.json': { extensions: 'a' } },
        'application.json#/extensions',
        'list of names',
      ],
      'a path for a name': [
        { 'application.json': { extensions: ['../a'] } },
        'application.json#/extensions',
        'list of names',
      ],
      'an unknown member': [
        { 'application.json': { extension: [] } },
        'application.json#/extension',
        'not known',
      ],
      'an unknown member of an extension': [
        {
          'application.json': { extensions: ['a'] },
          'extensions/a/extension.json': { ...about(), needs: [] },
        },
        'extensions/a/extension.json#/needs',
        'not known',
      ],
      'no JSON': [{ 'application.json': '{' }, 'application.json#', 'not a JSON object'],
      'a list for an object': [{ 'application.json': [] }, 'application.json#', 'not a JSON object'],
      'extensions that require each other': [
        {
          'application.json': { extensions: ['a'] },
          'extensions/a/extension.json': about(['b']),
          'extensions/b/extension.json': about(['a']),
        },
        'extensions/b/extension.json#/requires/0',
        'each other',
      ],
    };
  it.each(Object.entries(wrong))('%s is a finding at its place', async (_, [files, at, says]) => {
    const { findings } = await readDeclarations(rootWith(files));
    const [file, place] = at.split('#');
    expect(findings).toEqual([
      { severity: 'error', file, path: place, message: expect.stringContaining(says) },
    ]);
  });

  it('puts the declarations of extensions between the base and the application', async () => {
    const lookup = (Name: string) => ({ $id: 'size', items: [{ Id: 1, Name }] });
    const root = rootWith({
      'base/schemas/lookups/size.json': lookup('base'),
      'extensions/a/extension.json': about(),
      'extensions/a/schemas/lookups/size.json': lookup('extension'),
      'extensions/unused/extension.json': about(),
      'extensions/unused/schemas/lookups/other.json': lookup('unused'),
      'application.json': { extensions: ['a'] },
      'schemas/lookups/size.json': lookup('application'),
    });
    const { set } = await readDeclarations(root);
    expect(set.files.map(({ file }) => file)).toEqual([
      'base/schemas/lookups/size.json',
      'extensions/a/schemas/lookups/size.json',
      'schemas/lookups/size.json',
    ]);
  });

  it('may name a folder outside the root, and its files are named by that folder', async () => {
    const away = rootWith({
      'application.json': { extensions: ['own'] },
      'extensions/own/extension.json': about(),
      'extensions/own/schemas/lookups/size.json': { $id: 'size', items: [] },
      'schemas/lookups/colour.json': '{',
    });
    const { set, findings } = await readDeclarations(rootWith({}), away);
    const name = path.basename(away);
    expect(set.files.map(({ file }) => file)).toEqual([`${name}/extensions/own/schemas/lookups/size.json`]);
    expect(findings.map(({ file }) => file)).toEqual([`${name}/schemas/lookups/colour.json`]);
  });
});

describe('the registry', () => {
  const action = { body: 'none', run: async () => ({}) } as const;

  it.each([
    ['an action', { actions: { 'a.b': action } }, "action 'a.b'"],
    ['a kind of job', { jobs: { 'a.b': {} as never } }, "kind of job 'a.b'"],
    ['a hub', { hubs: [{ path: '/a', about: '', messages: {} }] }, "hub '/a'"],
  ] as const)('refuses two extensions that bring %s with one name, and names both', (_, brought, name) => {
    const both = ['first', 'second'].map((id) => ({ id, ...brought }));
    expect(() => compileExtensions(both)).toThrow(new RegExp(`'first' and 'second' both bring the ${name}`));
  });

  it('refuses names that the server itself brings', () => {
    const taken: Extension = { id: 'mine', actions: { 'user.create': action } };
    expect(() => compileExtensions([taken])).toThrow(/'mine' and 'server' both bring/);
  });
});

describe('a route with an action that no extension in use brings', () => {
  it('is a finding, and says which extension brings it, if any does', async () => {
    const printed: string[] = [];
    const application = mkdtempSync(path.join(folder, 'app-'));
    const api = {
      for: 'size',
      routes: [
        { route: 'POST /size/{id}/info', operation: 'action', action: 'document.info', access: 'login' },
        { route: 'POST /size/{id}/odd', operation: 'action', action: 'size.odd', access: 'login' },
      ],
    };
    const write = (file: string, json: object) => {
      mkdirSync(path.dirname(path.join(application, file)), { recursive: true });
      writeFileSync(path.join(application, file), JSON.stringify(json));
    };
    write('schemas/shop/size/entity.json', {
      $id: 'size',
      title: 'Size',
      type: 'object',
      properties: { Name: { type: 'string', title: 'Name' } },
    });
    write('schemas/shop/size/api.json', api);
    const load = loadModel({ root: process.cwd(), application, extensions: compileExtensions([]) }, (line) =>
      printed.push(line),
    );
    await expect(load).rejects.toThrow(/error\(s\)/);
    const told = printed.join('\n');
    expect(told).toMatch(/'document\.info'.*The extension 'documents' brings it: add "documents"/);
    expect(told).toMatch(/'size\.odd'.*Add it to an extension, or correct the name/);
  });
});
