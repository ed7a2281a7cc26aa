/** What a draft would break is reported before publication, for any form, field or rule. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { FormBlock, Model } from '#engine';
import { agreeing } from './support/agreeing.ts';
import { lending } from './support/lending.ts';
import {
  type Answer,
  type Ask,
  compilation,
  declarations,
  type StoreKind,
  startApp,
} from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
type Found = { Level: string; Code: string; At: string; Change: { Kind: string; Name: string } | null };
const findings = ({ body }: Answer): readonly Found[] => body.Findings;
const nothing = '00000000-0000-4000-8000-00000000dead';

/** Every form that creates something, with the fields it requires. */
function createForms({ screens, entities }: Model) {
  return [...screens.values()].flatMap(({ id, blocks }) =>
    blocks
      .filter((block): block is FormBlock => block.kind === 'form' && !block.record && !block.source)
      .filter(({ save }) => save.method === 'POST')
      .flatMap((block) => {
        const entity = entities.get(block.entity);
        // System entities are closed to configuring as a whole.
        if (entity?.area === 'system') return [];
        const onForm = block.sections.flatMap(({ items }) => items.map(({ field }) => field));
        const given = [
          ...[...(entity?.defaults ?? []), ...(entity?.rules.values ?? [])].map(({ field }) => field),
          ...Object.keys(block.initial),
        ];
        const needed = (entity?.fields ?? []).filter(
          ({ path, required, readOnly, default: value }) =>
            required && !readOnly && value === undefined && !given.includes(path) && onForm.includes(path),
        );
        return needed.map(({ path }) => ({ screen: id, block: block.id, entity: block.entity, field: path }));
      }),
  );
}

describe.each([
  ['lending', lending, 2],
  ['the insurance application', { set: declarations, compilation }, 10],
] as const)('drafts of %s', (_, added, least) => {
  let admin: Ask;
  beforeAll(async () => {
    admin = await (await startApp({ store: 'memory', added })).as('admin');
  });
  const draft = async (...Put: object[]) => {
    await admin('DELETE', '/configure/draft');
    const answer = await admin('PUT', '/configure/draft', { Put });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return findings(answer);
  };

  it('every required field removed from its create form is reported, at the change that removes it', async () => {
    const all = createForms(added.compilation.model).map((one) => ({
      kind: 'place',
      name: `${one.screen}.${one.block}.item.${one.field}`,
      as: 'item',
      remove: true,
      ...one,
    }));
    expect(all.length).toBeGreaterThan(least);
    const found = await draft(...all.map(({ entity: _, ...change }) => change));
    // A form that shows the sections of another cannot be changed by itself, and says so.
    const codes = ['needed-off-form', 'sections-of'];
    const told = found.filter(({ Level, Code }) => Level === 'error' && codes.includes(Code));
    const missing = all.filter(({ name }) => !told.some(({ Change }) => Change?.Name === name));
    expect(missing.map(({ name }) => name)).toEqual([]);
    expect((await admin('POST', '/configure/publish', {})).status).toBe(422);
  });

  it('of every text with placeholders, one that is never filled is reported, and its own are not', async () => {
    const filled = /\{[A-Za-z0-9_]+\}/g;
    const all = [...added.compilation.model.messages['en-CA']].flatMap(([name, text]) =>
      typeof text === 'string' && text.match(filled) ? [{ name, own: text.match(filled) ?? [] }] : [],
    );
    expect(all.length).toBeGreaterThan(100);
    const some = all.filter((_, at) => at % 7 === 0);
    const put = (say: (own: readonly string[]) => string) =>
      draft(...some.map(({ name, own }) => ({ kind: 'message', name, text: texts(say(own)) })));
    const about = (found: readonly Found[]) =>
      found.filter(({ Code }) => Code === 'text-placeholder').map(({ Change }) => Change?.Name);
    expect(about(await put((own) => `Said anew: ${own.join(' ')}`))).toEqual([]);
    const told = new Set(about(await put((own) => `Said anew: ${own[0]} {NeverFilled}`)));
    expect(some.filter(({ name }) => !told.has(name))).toEqual([]);
  });

  it('a text is as long as 10,000 characters, in each language and form, and no longer', async () => {
    const isRefused = async (text: object) =>
      (await draft({ kind: 'message', name: 'ui.save', text })).some(({ Level }) => Level === 'error');
    const [most, more] = [10_000, 10_001].map((length) => 'x'.repeat(length));
    for (const at of ['en-CA', 'fr-CA'])
      for (const [form, refused] of [
        [most, false],
        [more, true],
        [{ one: most, other: most }, false],
        [{ one: 'x', other: more }, true],
      ] as const)
        expect([at, await isRefused({ ...texts('Save'), [at]: form })]).toEqual([at, refused]);
    await admin('DELETE', '/configure/draft');
  });

  it('a field that lacks a setting is reported there, not again at its places', async () => {
    const [{ entity = '', screen = '', block = '' } = {}] = createForms(added.compilation.model);
    const place = { screen, block, as: 'item', field: 'Unsaid' };
    const found = await draft(
      { kind: 'field', name: `${entity}.Unsaid`, type: 'reference', title: texts('Unsaid') },
      { kind: 'place', name: `${screen}.${block}.item.Unsaid`, ...place },
    );
    expect(found.filter(({ Level }) => Level === 'error')).toEqual([
      expect.objectContaining({ At: '/reference', Change: { Kind: 'field', Name: `${entity}.Unsaid` } }),
    ]);
  });

  it('a rule that no new record passes, blank texts and duplicate labels are reported', async () => {
    const [{ entity = '' } = {}] = createForms(added.compilation.model);
    const found = await draft(
      { kind: 'rule', name: `${entity}.never`, check: 'false', message: texts('No.') },
      { kind: 'message', name: 'ui.save', text: texts(' ') },
    );
    expect(found.filter(({ Level }) => Level === 'error')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          Code: 'forbids-creation',
          Change: { Kind: 'rule', Name: `${entity}.never` },
        }),
        expect.objectContaining({ Code: 'text-blank', Change: { Kind: 'message', Name: 'ui.save' } }),
      ]),
    );
  });
});

describe.each(['memory', 'sqlite'] as const)('defaults of references on %s', (store: StoreKind) => {
  it('refer to existing records', async () => {
    const admin = await (await startApp({ store, added: lending })).as('admin');
    const [known] = (await admin('GET', '/equipment?pageSize=1')).body.Items;
    const field = (value: unknown, more: object = {}) => ({
      type: 'reference',
      title: texts('Looked up'),
      reference: 'equipment',
      default: value,
      ...more,
    });
    for (const value of [nothing, 'x']) {
      const put = await admin('PUT', '/configure/draft/field/borrower.Favourite', field(value));
      expect(put.status).toBe(200);
      expect(findings(put).some(({ Level, At }) => Level === 'error' && At === '/default')).toBe(true);
      expect((await admin('POST', '/configure/publish', {})).status).toBe(422);
    }
    await admin('PUT', '/configure/draft/field/borrower.Favourite', field(known.Id));
    expect((await agreeing(admin)('POST', '/configure/publish', {})).status).toBe(201);
  });
});
