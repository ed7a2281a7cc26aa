/** What forms send to actions without a record: only the declarations connect the two. */
import { expect, it } from 'vitest';
import { type FormBlock, routeOfCall } from '#engine';
import { extensions } from '../support/extensions.ts';
import { realModel } from './realModel.ts';

it('an action without a record accepts everything that a form sends to it', () => {
  const model = realModel();
  const forms = [...model.screens.values()].flatMap(({ blocks }) =>
    blocks.filter((block): block is FormBlock => block.kind === 'form'),
  );
  const refused = forms.flatMap(({ id, entity, save }) => {
    const route = routeOfCall(model, save);
    const body = route?.operation === 'action' ? extensions.actions.get(route.action ?? '')?.body : undefined;
    if (!body || typeof body === 'string' || !('properties' in body)) return [];
    const written = model.entities.get(entity)?.fields.filter(({ stored, readOnly }) => stored && !readOnly);
    const sent = route?.fields ?? (written ?? []).map(({ name }) => name);
    const taken = Object.keys(body.properties as object);
    return sent.filter((name) => !taken.includes(name)).map((name) => `${id}: ${name}`);
  });
  expect(refused).toEqual([]);
});
