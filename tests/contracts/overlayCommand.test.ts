import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { writeFiles } from '#engine';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { model } from '../api/support/startApp.ts';
import { everyType, fieldChange } from '../support/everyType.ts';
import { inspection } from '../support/inspection.ts';

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'overlay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const brands = ['A', 'B'].map((Name) => ({ Id: crypto.randomUUID(), Name }));

const moment = '2026-11-20T15:00:00.000Z';

type Ended = { readonly code: number; readonly text: string };

/** The output of the command, and how it ends. */
async function overlay(
  command: string,
  place: string,
  database = 'a.db',
  ...more: readonly string[]
): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: `file:${path.join(folder, database)}` };
  const args = ['scripts/overlay.mjs', command, path.join(folder, place), ...more];
  return run(process.execPath, args, { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stdout, stderr }) => ({ code, text: `${stdout}${stderr}` }),
  );
}

function write(place: string, changes = inspection): readonly { path: string; text: string }[] {
  const files = writeFiles(changes);
  for (const { path: name, text } of files) {
    const target = path.join(folder, place, name);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  }
  return files;
}

describe('npm run overlay', () => {
  it('finds nothing wrong with a valid overlay', async () => {
    write('given');
    expect(await overlay('check', 'given')).toEqual({
      code: 0,
      text: `${inspection.length} changes, 0 errors\n`,
    });
  });

  it('imports an overlay into an empty database and exports it unchanged', async () => {
    const files = write('carried');
    const imported = await overlay('import', 'carried', 'empty.db');
    expect(imported).toMatchObject({ code: 0, text: expect.stringContaining('release 1') });
    expect(await overlay('export', 'taken', 'empty.db')).toMatchObject({ code: 0 });
    for (const { path: name, text } of files)
      expect(readFileSync(path.join(folder, 'taken', name), 'utf8')).toBe(text);
  });

  it('reports its effect on stored records: impossible changes are refused, and conversions need confirmation', async () => {
    const store = openSqliteStore({ file: path.join(folder, 'filled.db') });
    await store.migrate(model);
    const stamp = { CreatedDate: moment, CreatedBy: 'a', ModifiedDate: moment, ModifiedBy: 'a', Revision: 1 };
    await store.insert('brand', { ...brands[0], Code: 'A', IsOperational: true, ...stamp });
    await store.close();
    const motto = {
      kind: 'field',
      name: 'brand.Motto',
      type: 'text',
      required: true,
      title: { 'en-CA': 'Motto', 'fr-CA': 'Devise' },
    } as const;
    write('demanding', [motto]);
    const refused = await overlay('import', 'demanding', 'filled.db', '--yes');
    expect(refused.code).toBe(1);
    expect(refused.text).toContain('Refused  Motto is required, but 1 record of Brands has no value in it.');
    write('demanding', [{ ...motto, default: 'First' }]);
    const asked = await overlay('import', 'demanding', 'filled.db');
    expect(asked.code).toBe(1);
    expect(asked.text).toContain('Migratable  1 record of Brands will get the default of Motto.');
    expect(await overlay('import', 'demanding', 'filled.db', '--yes')).toMatchObject({
      code: 0,
      text: expect.stringContaining('release 1'),
    });
  });

  it('reports mistakes in a file, and imports nothing', async () => {
    write('broken');
    writeFileSync(path.join(folder, 'broken/overlay/field/product.InspectionFee.json'), '{ "kind": ');
    const checked = await overlay('check', 'broken');
    expect(checked.code).toBe(1);
    expect(checked.text).toContain('overlay/field/product.InspectionFee.json, line 1');
    expect((await overlay('import', 'broken', 'b.db')).code).toBe(1);
    expect(existsSync(path.join(folder, 'b.db'))).toBe(false);
  });

  it('the generated types of the records have a field of every type', async () => {
    const cases = everyType(brands);
    write(
      'typed',
      cases.map((one) => fieldChange('product', one)),
    );
    expect(await overlay('types', 'typed')).toMatchObject({ code: 0 });
    const text = readFileSync(path.join(folder, 'typed/overlay/records.generated.ts'), 'utf8');
    const product = text.match(/export interface Product \{\n(.*?)\n\}/s)?.[1] ?? '';
    for (const { name, line } of cases) expect(product, name).toContain(line);
    expect(product).toMatch(/InspectionSteps\?: \{\s*Step: string;\s*Cost\?: number;\s*\}\[\]/);
    expect(readFileSync('types/records.generated.ts', 'utf8')).not.toContain('InspectionSteps');
  });

  it('lists its commands', async () => {
    expect(await overlay('constructor', 'given')).toMatchObject({
      code: 1,
      text: expect.stringContaining('check|export|import|types'),
    });
  });
});
