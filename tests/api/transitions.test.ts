/** The button and the call of a workflow step do what the step declares. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type ActionModel, stepRule } from '#engine';
import { tokensOf } from './support/agreeing.ts';
import { type Ask, model, type Running, type StoreKind, startApp } from './support/startApp.ts';

const steps = [...model.entities.values()].flatMap((entity) =>
  (entity.workflow?.transitions ?? []).map((step) => ({ entity, step })),
);
const actions = [...model.screens.values()].flatMap((screen) => screen.actions);
const shown = (label: string): readonly ActionModel[] => actions.filter((action) => action.label === label);

it.each(steps.map((one) => [stepRule(one.entity, one.step), one] as const))(
  'the button of %s is titled, asks, navigates and is enabled as the step says',
  (_, { entity, step }) => {
    const buttons = shown(step.label).filter(({ route }) => route?.startsWith('/'));
    expect(buttons.length).toBeGreaterThan(0);
    for (const button of buttons) {
      expect(button.kind).toBe('call');
      expect(button.then).toBe(step.then);
      if (step.confirm) {
        expect(button.confirm.map(({ message }) => message)).toContain(step.confirm);
        expect(button.asked).toBe(stepRule(entity, step));
      }
    }
  },
);

describe.each(['memory', 'sqlite'] as const)('the question of a step on %s', (store: StoreKind) => {
  let app: Running;
  let admin: Ask;
  beforeAll(async () => {
    app = await startApp({ store });
    admin = await app.as('admin');
    return () => app.store.close();
  });
  const productIn = async (state: string) => {
    const path = `/product?pageSize=1&FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=${state}`;
    return (await admin('GET', path)).body.Items[0];
  };

  it('is asked by the API until this person has answered it for this very record', async () => {
    const { Id } = await productIn('Active');
    const call = (ask: Ask, token?: string) =>
      ask('PUT', `/product/${Id}/state`, { Name: 'Deactivated' }, token ? { 'x-confirm': token } : {});
    const asked = await call(admin);
    expect([asked.status, asked.body.Code]).toEqual([428, 'confirmation-required']);
    expect(asked.body.Confirmations).toEqual([
      expect.objectContaining({
        Rule: 'product.deactivate',
        Message: expect.stringContaining('deactivate the product'),
      }),
    ]);
    expect((await admin('GET', `/product/${Id}`)).body.ProductStateType.Name).toBe('Active');
    expect((await call(admin, 'made-up')).status).toBe(428);
    const manager = await app.as('manager');
    expect((await call(manager, tokensOf(asked))).status).not.toBe(200);
    expect((await call(admin, tokensOf(asked))).status).toBe(200);
    expect((await admin('GET', `/product/${Id}`)).body.ProductStateType.Name).toBe('Deactivated');
  });

  it('is in the language of the call, and comes after refusals of the step', async () => {
    const { Id } = await productIn('InDesign');
    const french = await admin(
      'PUT',
      `/product/${Id}/state`,
      { Name: 'Abandoned' },
      {
        'accept-language': 'fr-CA',
      },
    );
    expect([409, 422, 428]).toContain(french.status);
    const viewer = await app.as('viewer');
    expect((await viewer('PUT', `/product/${Id}/state`, { Name: 'Abandoned' })).status).toBe(403);
  });

  it('a step without one is carried out at once', async () => {
    const { Id } = await productIn('InDesign');
    expect((await admin('PUT', `/product/${Id}/state`, { Name: 'InPricing' })).status).toBe(200);
  });
});
