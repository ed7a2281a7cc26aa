import { expect, it } from 'vitest';
import type { EntityModel, FieldModel, Model } from '#engine';
import { namesOf } from './namesOf.ts';

const field = (name: string, more: object = {}) => ({ name, label: name, kind: 'text', ...more });
const claim = {
  id: 'claim',
  fields: [field('Name'), field('Lines', { kind: 'rows', fields: [field('Amount', { kind: 'money' })] })],
} as unknown as EntityModel & { fields: readonly FieldModel[] };
const model = { entities: new Map([['claim', claim]]) } as unknown as Model;
const labels = (about: object) =>
  namesOf(model, { entity: 'claim', ...about }, (key) => key).map(({ Label }) => Label);

it('names rows and their fields, earlier values, the person and the day', () => {
  expect(labels({})).toEqual(
    expect.arrayContaining(['Lines', 'Lines.Amount', '$previous.Name', '$user.Roles', '$user.Id', '$today']),
  );
});

it('names the record around a row or an offered record instead', () => {
  for (const about of [{ rows: 'Lines' }, { of: 'claim' }]) {
    expect(labels(about)).toContain('$record.Name');
    expect(labels(about)).not.toContain('$previous.Name');
  }
});
