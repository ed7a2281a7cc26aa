/** The second application, over the same base, with its own extension. */

import { describe, expect, it } from 'vitest';
import { checkDeclarations } from '#engine';
import { isForEngine, replayInEngine } from '../declarations/replayInEngine.ts';
import { compiledOnce } from '../support/parseOnce.ts';
import { agreeing } from './support/agreeing.ts';
import { lending } from './support/lending.ts';
import { startApp } from './support/startApp.ts';

const loan = {
  Number: 'L-1',
  BorrowerId: '01900a00-0000-7000-8000-000000000001',
  LentOn: '2026-11-20',
  DueOn: '2026-11-27',
  Lines: [{ EquipmentId: '01900e00-0000-7000-8000-000000000001' }],
};

describe('an application of another field', () => {
  const { set, findings, compilation } = lending;
  const { model } = compilation;

  it('has no finding and nothing about insurance', () => {
    const all = [...findings, ...checkDeclarations(set, compiledOnce).findings];
    // Its public forms ask for unique values, which tells people outside which are taken.
    expect(all.filter(({ code }) => code !== 'form-unique')).toEqual([]);
    expect(model.entities.has('product')).toBe(false);
    expect(model.entities.has('user')).toBe(true);
  });

  for (const entity of model.entities.values())
    it.each(entity.cases.filter((one) => isForEngine(entity, one)))(`${entity.id}: $title`, (example) => {
      const verdict = replayInEngine(model, entity, example);
      expect(verdict.accepted, JSON.stringify(verdict)).toBe(example.expect.accepted);
      expect(verdict.rules).toEqual(expect.arrayContaining([...(example.expect.rules ?? [])]));
    });

  it('runs its due tasks, though it has no prices', async () => {
    const { runDue } = await startApp({ store: 'sqlite', added: lending });
    expect(await runDue()).toBe(0);
  });

  it('lends, takes back and refuses, by role and in French', async () => {
    const { as } = await startApp({ store: 'sqlite', added: lending });
    const [clerk, viewer] = [await as('clerk'), await as('viewer')];
    const made = await clerk('POST', '/loan', loan);
    expect(made).toMatchObject({ status: 201, body: { Deposit: 48, StateId: 1 } });
    const at = `/loan/${made.body.Id}`;
    expect((await viewer('PUT', `${at}/hand-out`)).status).toBe(403);
    expect((await clerk('PUT', `${at}/take-back`)).status).toBe(409);
    for (const step of ['hand-out', 'take-back'])
      expect((await agreeing(clerk)('PUT', `${at}/${step}`)).status).toBeLessThan(300);
    expect((await viewer('GET', at)).body).toMatchObject({ StateId: 3, ReturnedOn: '2026-11-20' });
    const late = await clerk(
      'PUT',
      '/loan',
      { Id: made.body.Id, Notes: 'late' },
      { 'accept-language': 'fr' },
    );
    expect([late.status, late.body.Message]).toEqual([422, expect.stringContaining('Le prêt est terminé')]);
    const blocked = { ...loan, Number: 'L-2', BorrowerId: '01900a00-0000-7000-8000-000000000003' };
    expect((await clerk('POST', '/loan', blocked)).body.Message).toContain('Chen Li is blocked');
  });

  it('extends a loan by its own action, within its schema, rights, rules and other loans', async () => {
    const { as } = await startApp({ store: 'sqlite', added: lending });
    const [clerk, viewer] = [await as('clerk'), await as('viewer')];
    const { body } = await clerk('POST', '/loan', loan);
    const at = `/loan/${body.Id}`;
    expect((await viewer('PUT', `${at}/extend`, {})).status).toBe(403);
    expect(await clerk('PUT', `${at}/extend`, { Days: 3 })).toMatchObject({
      status: 200,
      body: { DueOn: '2026-11-30', Revision: 2 },
    });
    expect((await clerk('PUT', `${at}/extend`)).body.DueOn).toBe('2026-12-07');
    for (const Days of [0, 91, 1.5, 'x'])
      expect((await clerk('PUT', `${at}/extend`, { Days })).status).toBe(422);
    expect((await clerk('PUT', `${at}/extend`, { Weeks: 1 })).status).toBe(400);
    const next = { ...loan, Number: 'L-3', LentOn: '2026-12-10', DueOn: '2026-12-12' };
    expect((await clerk('POST', '/loan', next)).status).toBe(201);
    const french = { 'accept-language': 'fr' };
    expect(await clerk('PUT', `${at}/extend`, { Days: 4 }, french)).toMatchObject({
      status: 409,
      body: { Message: expect.stringContaining('Le prêt L-3 a besoin') },
    });
    expect((await clerk('PUT', `${at}/extend`, { Days: 2 })).body.DueOn).toBe('2026-12-09');
    await agreeing(clerk)('PUT', `${at}/cancel`);
    expect((await clerk('PUT', `${at}/extend`, { Days: 1 })).body.Message).toContain('The loan is closed');
    const described = (await clerk('GET', '/openapi.json')).body.paths['/api/loan/{id}/extend'].put;
    expect(JSON.stringify(described)).toContain('"maximum":90');
  });
});
