import { expect, it } from 'vitest';
import type { Model } from '#engine';
import { bodyOfCall } from './bodyOfCall.ts';

const model = {
  routes: [
    { method: 'PUT', path: '/thing/{id}/part', fields: ['Name'] },
    { method: 'POST', path: '/thing' },
    { method: 'PUT', path: '/thing/{id}/colour', fields: ['ColourId'], bodyField: 'ColourId' },
  ],
} as unknown as Model;
const save = (method: string, route: string) => ({ method, route });
const payload = { Id: '1', Revision: 3, Name: 'a', Other: 'b' };

it('sends the fields that the call names, and the id of the record', () => {
  const sent = bodyOfCall(model, save('PUT', '/thing/{route.thingId}/part'), payload);
  expect(sent).toEqual({ Id: '1', Revision: 3, Name: 'a' });
});

it('sends all fields to a call that names none', () => {
  expect(bodyOfCall(model, save('POST', '/thing'), payload)).toBe(payload);
  expect(bodyOfCall(model, save('PUT', '/elsewhere'), payload)).toBe(payload);
});

it('sends a single value as the body, null if empty, and no body with DELETE', () => {
  const call = save('PUT', '/thing/{route.thingId}/colour');
  expect(bodyOfCall(model, call, { Id: '1', ColourId: 'red' })).toBe('red');
  expect(bodyOfCall(model, call, { Id: '1' })).toBe(null);
  expect(bodyOfCall(model, save('DELETE', '/thing/{route.thingId}'), payload)).toBe(undefined);
});
