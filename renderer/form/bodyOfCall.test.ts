import { expect, it } from 'vitest';
import type { FormBlock, Model } from '#engine';
import { bodyOfCall } from './bodyOfCall.ts';

const model = {
  routes: [
    { method: 'PUT', path: '/thing/{id}/part', fields: ['Name'] },
    { method: 'POST', path: '/thing' },
  ],
} as unknown as Model;
const save = (method: string, route: string) => ({ save: { method, route } }) as FormBlock;
const payload = { Id: '1', Revision: 3, Name: 'a', Other: 'b' };

it('sends the fields the call names, and which record they are of', () => {
  const sent = bodyOfCall(model, save('PUT', '/thing/{route.thingId}/part'), payload);
  expect(sent).toEqual({ Id: '1', Revision: 3, Name: 'a' });
});

it('sends everything to a call that names none', () => {
  expect(bodyOfCall(model, save('POST', '/thing'), payload)).toBe(payload);
  expect(bodyOfCall(model, save('PUT', '/elsewhere'), payload)).toBe(payload);
});
