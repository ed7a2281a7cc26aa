/** Every release can be put in force from every other one, with its data, and nobody gains a right by it. */
import { describe, expect, it } from 'vitest';
import { compileModel } from '#engine';
import { parseOnce } from '../support/parseOnce.ts';
import { lending } from './support/lending.ts';
import { type Ask, type Running, type StoreKind, startApp } from './support/startApp.ts';

/** A small application that compiles fast, with a person who only configures. */
const added = (() => {
  const configurator = {
    id: 'configurator',
    title: 'Configurator',
    features: ['Configuration.Edit', '*.View'],
  };
  const files = lending.set.files.map((one) => {
    if (!one.file.endsWith('schemas/access/roles.json')) return one;
    const json = one.json as { readonly roles: readonly object[] };
    return { ...one, json: { ...json, roles: [...json.roles, configurator] } };
  });
  const french = {
    file: 'examples/lending/schemas/messages/fr-CA/configurator.json',
    json: { messages: { 'role.configurator': 'Configurateur' } },
  };
  const set = { ...lending.set, files: [...files, french] };
  return { ...lending, set, compilation: compileModel(set, { parse: parseOnce }) };
})();

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const text = (title: string, more: object = {}) => ({ type: 'text', title: texts(title), ...more });
const refer = (reference: string, show: readonly string[]) => ({
  type: 'reference',
  title: texts('Refers'),
  reference,
  show,
});

type Overlay = Readonly<Record<string, object>>;

const adjusters: Overlay = {
  'entity/claims-adjuster': { title: texts('Adjuster'), plural: texts('Adjusters'), menu: {} },
  'field/claims-adjuster.Town': text('Town', { maxLength: 40 }),
};
const claims: Overlay = {
  ...adjusters,
  'entity/claim': { title: texts('Claim'), plural: texts('Claims'), menu: {} },
  'field/claim.AdjusterId': refer('claims-adjuster', ['Name', 'Town']),
};
/**
 * Each adds to its predecessor, removes from it, or both: entities of only one side, fields, features, roles,
 * lookups.
 */
const chain: readonly Overlay[] = [
  {},
  adjusters,
  claims,
  {
    ...claims,
    'feature/Claims.Secret': { title: texts('Secret') },
    'field/claim.Secret': text('Secret', { view: 'Claims.Secret' }),
    'role/teller': { title: texts('Teller'), add: ['Lending.View', 'Claims.Secret'] },
    'role/configurator': { add: ['Claims.Secret'] },
  },
  {
    ...adjusters,
    'lookup/loan-state.Lost': { id: 5, title: texts('Lost') },
    'role/teller': { title: texts('Teller'), add: ['Lending.View', 'Custom.ClaimsAdjuster.View'] },
  },
];

const changeOf = ([path, change]: [string, object]) => {
  const slash = path.indexOf('/');
  return { kind: path.slice(0, slash), name: path.slice(slash + 1), ...change };
};

async function publish(ask: Ask, overlay: Overlay): Promise<number> {
  const { body } = await ask('GET', '/configure/draft');
  const { status, body: kept } = await ask('PUT', '/configure/draft', {
    Put: Object.entries(overlay).map(changeOf),
    Remove: body.Changes.filter(({ kind, name }: Named) => !(`${kind}/${name}` in overlay)),
  });
  expect(status, JSON.stringify(kept)).toBe(200);
  return numberOf(await ask('POST', '/configure/publish', {}));
}

type Named = { readonly kind: string; readonly name: string };
type Answered = Awaited<ReturnType<Ask>>;

const numberOf = ({ status, body }: Answered): number => {
  expect(status, JSON.stringify(body)).toBe(201);
  return body.Number;
};

/** Publishes, confirming questions about stored records. */
async function confirmed(ask: Ask, path: string): Promise<Answered> {
  const answer = await ask('POST', path, {});
  if (answer.status !== 428) return answer;
  const tokens = answer.body.Confirmations.map(({ Token }: { Token: string }) => Token).join(', ');
  return ask('POST', path, {}, { confirm: tokens, 'x-confirm': tokens });
}

/** All steps of a walk from each of `count` releases to each other one. */
function everyStep(count: number): readonly number[] {
  const steps = [0];
  for (let one = 0; one < count; one++)
    for (let other = one + 1; other < count; other++) steps.push(other, one);
  return [...steps, ...Array.from({ length: count - 1 }, (_, index) => index + 1), 0];
}

describe.each(['memory', 'sqlite'] as const)('releases on %s', (kind: StoreKind) => {
  it.each(['configurator', 'admin'])('every release follows every other one, by %s', async (who) => {
    const app = await startApp({ store: kind, added });
    const person = await app.as(who);
    const numbers = [0];
    for (const overlay of chain.slice(1)) numbers.push(await publish(person, overlay));
    const admin = await app.as('admin');
    numberOf(await confirmed(person, `/configure/releases/${numbers[2]}/restore`));
    const adjuster = await admin('POST', '/custom/claims-adjuster', { Name: 'Ann', Town: 'Hull' });
    expect(adjuster.status, JSON.stringify(adjuster.body)).toBe(201);
    const claim = await admin('POST', '/custom/claim', { Name: 'Hail', AdjusterId: adjuster.body.Id });
    expect(claim.status, JSON.stringify(claim.body)).toBe(201);
    const pair = new Set<string>();
    let at = 2;
    for (const to of everyStep(chain.length)) {
      if (to === at) continue;
      pair.add(`${at} ${to}`);
      const draft = await person('POST', `/configure/releases/${numbers[to]}/draft`, {});
      const errors = draft.body.Findings.filter(({ Level }: { Level: string }) => Level === 'error');
      expect(errors, `${at} to ${to} as a draft`).toEqual([]);
      await person('DELETE', '/configure/draft');
      const path = `/configure/releases/${numbers[to]}/restore`;
      const answer = await confirmed(person, path);
      expect(answer.status, `${at} to ${to}: ${JSON.stringify(answer.body)}`).toBe(201);
      at = to;
      await served(app, admin, chain[to] ?? {}, { claim: claim.body.Id, adjuster: adjuster.body.Id });
    }
    expect(pair.size).toBe(chain.length * (chain.length - 1));
    numberOf(await confirmed(person, `/configure/releases/${numbers[2]}/restore`));
    const again = await app.startAgain();
    await served(again, await again.as('admin'), claims, {
      claim: claim.body.Id,
      adjuster: adjuster.body.Id,
    });
  });
});

/** A release serves the stored data of its fields and hides the rest. */
async function served(_: Running, ask: Ask, overlay: Overlay, ids: { claim: string; adjuster: string }) {
  const adjuster = await ask('GET', `/custom/claims-adjuster/${ids.adjuster}`);
  const claim = await ask('GET', `/custom/claim/${ids.claim}`);
  if (!('entity/claims-adjuster' in overlay)) expect(adjuster.status).toBe(404);
  else expect(adjuster.body).toMatchObject({ Name: 'Ann', Town: 'Hull' });
  if (!('entity/claim' in overlay)) expect(claim.status).toBe(404);
  else expect(claim.body).toMatchObject({ Name: 'Hail', Adjuster: { Name: 'Ann', Town: 'Hull' } });
}

describe('putting an old release in force gives nobody what others removed', () => {
  const builders = (add: readonly string[]) => ({
    'role/builder': { title: texts('Builder'), add: ['Configuration.Edit', 'Lending.View', ...add] },
  });
  const as = async (app: Running, Roles: readonly string[]) => {
    const { items } = await app.store.find({ entity: 'user' });
    const person = items.find(({ UserName }) => UserName === 'configurator');
    await app.store.update('user', String(person?.Id), { Roles });
    return app.as('configurator');
  };
  const codesOf = ({ body }: Answered) => body.Findings.map(({ Code }: { Code: string }) => Code);

  it('neither a right they lost, nor access to an entity removed meanwhile', async () => {
    const app = await startApp({ store: 'memory', added });
    const admin = await app.as('admin');
    const held = await publish(admin, { ...adjusters, ...builders(['Lending.Edit', 'Custom.*.View']) });
    const seen = await publish(admin, { ...claims, ...builders(['Custom.*.View']) });
    await publish(admin, { ...claims, ...builders([]) });
    const builder = await as(app, ['builder']);
    for (const number of [held, seen]) {
      const refused = await builder('POST', `/configure/releases/${number}/restore`, {});
      expect(refused.status).toBe(422);
      expect(codesOf(refused)).toContain('not-yours-to-give');
    }
    await publish(admin, builders([]));
    const back = await builder('POST', `/configure/releases/${seen}/restore`, {});
    expect(back.status).toBe(422);
    expect(codesOf(back)).toEqual(expect.arrayContaining(['not-yours-to-give', 'not-yours-to-show']));
    numberOf(await confirmed(admin, `/configure/releases/${seen}/restore`));
  });

  it('they can undo their own publication while nobody has published since', async () => {
    const app = await startApp({ store: 'memory', added });
    const admin = await app.as('admin');
    const more = { 'role/teller': { title: texts('Teller'), add: ['Lending.Edit'] } };
    const before = await publish(admin, builders([]));
    const given = await publish(admin, { ...builders([]), ...more });
    const builder = await as(app, ['builder']);
    const restore = (number: number) => builder('POST', `/configure/releases/${number}/restore`, {});
    numberOf(await restore(before));
    numberOf(await restore(given));
    numberOf(await restore(before));
    await publish(admin, { ...builders([]), 'field/loan.Motto': text('Motto') });
    expect(codesOf(await restore(given))).toContain('not-yours-to-give');
  });

  it('and roles that may configure are not weakened by it', async () => {
    const app = await startApp({ store: 'memory', added });
    const admin = await app.as('admin');
    const weak = await publish(admin, {
      ...builders([]),
      'role/head': { title: texts('Head'), add: ['Configuration.Edit'] },
    });
    await publish(admin, {
      ...builders([]),
      'role/head': { title: texts('Head'), add: ['Configuration.Edit', 'Lending.Edit'] },
    });
    const builder = await as(app, ['builder']);
    const refused = await builder('POST', `/configure/releases/${weak}/restore`, {});
    expect(codesOf(refused)).toEqual(['role-above-yours']);
  });

  it('a feature that was removed and returns is not given to themselves on the way', async () => {
    const app = await startApp({ store: 'memory', added });
    const admin = await app.as('admin');
    const secret = { 'feature/Secret.View': { title: texts('Secret') } };
    await publish(admin, {
      ...secret,
      ...builders([]),
      'role/teller': { title: texts('Teller'), add: ['Secret.View'] },
    });
    await publish(admin, builders([]));
    const builder = await as(app, ['builder']);
    const Put = Object.entries({ ...secret, ...builders(['Secret.View']) }).map(changeOf);
    const draft = await builder('PUT', '/configure/draft', { Put });
    expect(codesOf(draft)).toContain('not-yours-to-give');
  });
});
