import { expect, it } from 'vitest';
import type { FieldModel } from '#engine';
import { findReferred, importFields } from './importFields.ts';

const field = (name: string, more: object = {}) =>
  ({ name, kind: 'text', storage: 'text', stored: true, ...more }) as unknown as FieldModel;
const needs = (...anyOf: string[]) => ({ kind: 'feature', anyOf }) as const;

it('offers a field only with the rights to see and to write it', () => {
  const fields = ['Open', 'Seen', 'Written', 'Both'].map((name) => field(name));
  const policy = {
    fields: {
      Seen: { view: needs('See') },
      Written: { write: needs('Write') },
      Both: { view: needs('See'), write: needs('Write') },
    },
  };
  const plan = { entity: { fields, policy }, managed: new Set() } as unknown as Parameters<
    typeof importFields
  >[0];
  const offered = (...features: string[]) => importFields(plan, new Set(features)).map(({ name }) => name);
  expect(offered()).toEqual(['Open']);
  expect(offered('See')).toEqual(['Open', 'Seen']);
  expect(offered('Write')).toEqual(['Open', 'Written']);
  expect(offered('See', 'Write')).toEqual(['Open', 'Seen', 'Written', 'Both']);
});

it('looks up no record of an entity that the person may not see', async () => {
  const dealer = {
    ...{ id: 'dealer', labelField: 'Name', unique: [] },
    policy: { view: needs('Dealer.View'), fields: {} },
    fieldByPath: new Map([['Name', field('Name')]]),
  };
  const asked: unknown[] = [];
  const find = async (query: unknown) => {
    asked.push(query);
    return { items: [], total: 0 };
  };
  const scope = {
    session: { find },
    call: {
      features: new Set(['Claim.Import']),
      runtime: { model: { entities: new Map([['dealer', dealer]]) } },
    },
  };
  const wanted = { name: 'Barrie', field: field('DealerId', { ref: { entity: 'dealer' } }), record: {} };
  const given = [scope, {}, wanted, new Map()] as unknown as Parameters<typeof findReferred>;
  expect(await findReferred(...given)).toBeUndefined();
  expect(asked).toEqual([]);
});
