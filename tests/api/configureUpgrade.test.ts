/**
 * New shipped declarations under a release and a draft: what fits, what conflicts, what is redundant; all
 * decided over HTTP.
 */
import { describe, expect, it } from 'vitest';
import { compileModel, type DeclarationSet } from '#engine';
import { parseOnce } from '../support/parseOnce.ts';
import { type Ask, declarations, type Running, startApp } from './support/startApp.ts';

const texts = (en: string, fr = en) => ({ 'en-CA': en, 'fr-CA': fr });
const entityFile = 'schemas/catalogue/product/entity.json';

/**
 * The application in its next version: other titles in the entity product and one more field. Compiled once
 * for all tests.
 */
let next: ReturnType<typeof makeNext> | undefined;
const nextVersion = () => {
  next ??= makeNext();
  return next;
};

function makeNext() {
  const files = declarations.files.map(({ file, json }) =>
    file === entityFile ? { file, json: renamed(json as Entity) } : { file, json: inFrench(json) },
  );
  const set: DeclarationSet = { files };
  return { set, compilation: compileModel(set, { parse: parseOnce }) };
}

type Entity = { properties: Record<string, object> };

function renamed(json: Entity): Entity {
  const { Name, Code, ...others } = json.properties;
  return {
    ...json,
    properties: {
      Name: { ...Name, title: 'Product title' },
      Code: { ...Code, title: 'Code on paper' },
      ...others,
      Motto: { type: 'string', maxLength: 80, title: 'Motto' },
    },
  };
}

function inFrench<Json>(json: Json): Json {
  const messages = (json as { messages?: Record<string, string> }).messages;
  if (messages?.['field.product.Code'] !== 'Code') return json;
  return {
    ...json,
    messages: {
      ...messages,
      'field.product.Code': 'Code imprimé',
      'field.product.Motto': 'Devise',
    },
  };
}

const put = async (ask: Ask, path: string, change: object) => {
  const answer = await ask('PUT', `/configure/draft/${path}`, change);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

async function published(): Promise<{ app: Running; configurator: Ask }> {
  const app = await startApp({ store: 'memory', seed: 'none' });
  const configurator = await app.as('admin');
  await put(configurator, 'adjust/field.product.Name', { title: texts('Label', 'Nom court'), maxLength: 90 });
  await put(configurator, 'adjust/field.product.Code', { title: texts('Code on paper', 'Code imprimé') });
  await put(configurator, 'field/product.Motto', { type: 'text', title: texts('Saying') });
  await put(configurator, 'field/product.Nickname', { type: 'text', title: texts('Nickname') });
  const answer = await configurator('POST', '/configure/publish', { Note: 'First' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { app, configurator };
}

const adjusted = (name: string) => ({ Kind: 'adjust', Name: `field.product.${name}` });
const motto = { Kind: 'field', Name: 'product.Motto' };

describe('an upgraded base', () => {
  it('an earlier release that does not fit is not put in force, but opened as a draft with its open decisions', async () => {
    const { app, configurator: before } = await published();
    expect((await before('POST', '/configure/releases/0/restore', {})).status).toBe(201);
    const again = await app.startAgain(nextVersion());
    const configurator = await again.as('admin');
    const restored = await configurator('POST', '/configure/releases/1/restore', {});
    expect([restored.status, restored.body.Message]).toEqual([
      422,
      expect.stringContaining('Release 1 is no longer compatible with this version of the application'),
    ]);
    expect(again.models.inForce().release).toBe(2);
    const opened = await configurator('POST', '/configure/releases/1/draft', {});
    expect(opened.status, JSON.stringify(opened.body)).toBe(200);
    expect(opened.body).toMatchObject({ Release: 2, Live: 2, Revision: 1 });
    expect(opened.body.Upgrade.Affected).toMatchObject([
      { ...motto, State: 'conflicting', Findings: [{ Code: 'field-exists' }, {}] },
      adjusted('Name'),
      adjusted('Code'),
    ]);
    const stale = await configurator('POST', '/configure/releases/1/draft', { Revision: 7 });
    expect(stale.status).toBe(409);
    expect((await configurator('POST', '/configure/releases/9/draft', {})).status).toBe(404);
  });

  it('sorts the changes of the release, which keeps running, and each is decided without losing another', async () => {
    const { app } = await published();
    const again = await app.startAgain(nextVersion());
    expect(again.printed).toEqual([expect.stringContaining('field product.Motto is set aside')]);
    const configurator = await again.as('admin');
    const { body: draft } = await configurator('GET', '/configure/draft');
    expect(draft).toMatchObject({ Revision: 0, Release: 1, Live: 1 });
    expect(draft.Findings[0]).toMatchObject({ Level: 'warning', Code: 'release-aside' });
    expect(draft.Findings[0].Message).toMatch(/^1 change of release 1 is not compatible/);
    expect((await configurator('GET', '/health')).body).toEqual({ status: 'ok', setAside: 1 });
    expect(draft.Upgrade.Clean).toEqual([{ Kind: 'field', Name: 'product.Nickname' }]);
    expect(draft.Upgrade.Affected).toMatchObject([
      { ...motto, State: 'conflicting', Choices: ['shipped'], Findings: [{ Code: 'field-exists' }, {}] },
      { ...adjusted('Name'), State: 'conflicting', Choices: ['mine', 'shipped', 'drop'] },
      { ...adjusted('Code'), State: 'obsolete', Choices: ['mine', 'shipped'] },
    ]);
    expect(draft.Upgrade.Affected[0].Members).toMatchObject([
      { Title: 'type', Was: '', Is: 'Text', Says: 'Text' },
      { Title: 'title', Is: expect.stringContaining('“Motto”'), Says: expect.stringContaining('“Saying”') },
    ]);
    expect(draft.Upgrade.Affected[1].Members).toMatchObject([
      {
        Title: 'title',
        Was: expect.stringContaining('“Name”'),
        Is: expect.stringContaining('“Product title”'),
        Moved: true,
      },
      { Title: 'maximum length', Says: '90', Moved: false },
    ]);
    const label = () => again.models.current().messages['en-CA'].get('field.product.Name');
    expect(label()).toBe('Label');

    const decide = (Resolutions: readonly object[], more: object = {}) =>
      configurator('POST', '/configure/draft/upgrade', { Resolutions, ...more });
    const unfit = await decide([{ ...motto, Take: 'mine' }]);
    expect([unfit.status, unfit.body.Message]).toEqual([
      422,
      'Choose one of these for field product.Motto: shipped.',
    ]);
    expect((await decide([{ Kind: 'field', Name: 'product.Nickname', Take: 'drop' }])).status).toBe(422);
    const first = await decide([{ ...adjusted('Name'), Take: 'shipped' }]);
    expect(first.body.Upgrade.Affected).toMatchObject([motto, adjusted('Code')]);
    const kept = first.body.Changes.find(({ name }: { name: string }) => name === 'field.product.Name');
    expect(kept).toEqual({
      kind: 'adjust',
      name: 'field.product.Name',
      maxLength: 90,
      was: { maxLength: 256 },
    });
    expect(label()).toBe('Label');
    const stale = await decide([{ ...motto, Take: 'shipped' }], { Revision: 99 });
    expect([stale.status, stale.body.Code]).toEqual([409, 'conflict']);
    const last = await decide([
      { ...motto, Take: 'shipped' },
      { ...adjusted('Code'), Take: 'shipped' },
    ]);
    expect(last.body).toMatchObject({ Upgrade: { Affected: [] } });
    expect(last.body.Differences).toEqual(
      expect.arrayContaining([
        'Removed: field “Saying” of Product',
        'Reset to original: field “Code on paper” of Product',
      ]),
    );
    const answer = await configurator('POST', '/configure/publish', {});
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(again.models.current().entities.get('product')?.fieldByPath.get('Name')?.limits.maxLength).toBe(
      90,
    );
    const names = again.models
      .current()
      .entities.get('product')
      ?.fields.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['Nickname', 'Motto']));
    expect((await again.startAgain(nextVersion())).printed).toEqual([]);
  });

  it('is visible from a draft started before, in French too; what is kept is rebased', async () => {
    const { app, configurator } = await published();
    await put(configurator, 'adjust/field.product.Name', { title: texts('Name of it'), maxLength: 90 });
    const again = await app.startAgain(nextVersion());
    const later = await again.as('admin');
    const french = await later('GET', '/configure/draft', undefined, { 'accept-language': 'fr-CA' });
    const [, name] = french.body.Upgrade.Affected;
    expect(name.Members[0]).toMatchObject({ Title: 'titre', Says: expect.stringContaining('Name of it') });
    const Resolutions = [{ ...adjusted('Name'), Take: 'mine' }];
    const { body } = await later('POST', '/configure/draft/upgrade', { Resolutions });
    expect(body.Upgrade.Affected).toMatchObject([motto, adjusted('Code')]);
    const kept = body.Changes.find(({ name }: { name: string }) => name === 'field.product.Name');
    expect(kept).toMatchObject({ title: texts('Name of it'), was: { title: { 'en-CA': 'Product title' } } });
    expect(body.Differences).toHaveLength(1);
  });

  it('is distinguished from mistakes of a draft and from files of another version', async () => {
    const { app, configurator } = await published();
    const { body } = await configurator('GET', '/configure/draft');
    expect(body.Upgrade.Affected).toEqual([]);
    const wrong = await put(configurator, 'field/product.Code', { type: 'text', title: texts('Twice') });
    expect(wrong.Findings[0]).toMatchObject({ Code: 'field-exists', Level: 'error' });
    expect(wrong.Upgrade.Affected).toEqual([]);
    const again = await app.startAgain();
    expect((await (await again.as('admin'))('GET', '/configure/draft')).body.Upgrade.Affected).toEqual([]);
    // A file that says what it replaced may come from other declarations.
    const change = { kind: 'message', name: 'ui.save', text: texts('Keep'), was: { text: texts('Store') } };
    const Files = [{ Path: 'overlay/message/ui.save.json', Text: JSON.stringify(change) }];
    const imported = await configurator('POST', '/configure/import', { Files });
    expect(imported.body.Upgrade.Affected).toMatchObject([
      { Kind: 'message', Name: 'ui.save', State: 'conflicting' },
    ]);
  });
});
