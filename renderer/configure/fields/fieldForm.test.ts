import { expect, it } from 'vitest';
import {
  changesOf,
  emptyField,
  type FieldForm,
  fieldChangeOf,
  formOfChange,
  missingSetting,
  withType,
  withVisible,
} from './fieldForm.ts';

const place = {
  kind: 'place',
  name: '',
  screen: 'product',
  block: 'general',
  as: 'item',
  field: '',
} as const;
const fee: FieldForm = {
  ...emptyField('product'),
  title: { 'en-CA': 'Inspection fee', 'fr-CA': 'Frais d’inspection' },
  type: 'money',
  facts: { minimum: 0, maximum: undefined, visible: 'InspectionRequired' },
  places: [place],
};

it('makes a change once both titles are given, without unset members', () => {
  expect(fieldChangeOf({ ...fee, title: { 'en-CA': 'Inspection fee' } })).toBeUndefined();
  expect(changesOf({ ...fee, title: {} })).toEqual([]);
  expect(changesOf(fee)).toEqual([
    {
      kind: 'field',
      name: 'product.InspectionFee',
      type: 'money',
      title: fee.title,
      minimum: 0,
      visible: 'InspectionRequired',
    },
    { ...place, field: 'InspectionFee', name: 'product.general.item.InspectionFee' },
  ]);
});

it('restores the form of a field in the draft', () => {
  const changes = changesOf(fee);
  const back = formOfChange(fieldChangeOf(fee) as never, changes);
  expect(changesOf(back)).toEqual(changes);
});

it('a change of type drops the old limits and keeps the visibility', () => {
  expect(withType(fee, 'text').facts).toEqual({ visible: 'InspectionRequired' });
});

it('a field required whenever visible follows a change of its visibility', () => {
  const followed = withVisible({ visible: 'A', required: 'A' }, 'B');
  expect(followed).toEqual({ visible: 'B', required: 'B' });
  expect(withVisible(followed, undefined)).toEqual({ visible: undefined, required: true });
  expect(withVisible({ visible: 'A', required: 'C' }, 'B')).toEqual({ visible: 'B', required: 'C' });
  expect(withVisible({}, 'B')).toEqual({ visible: 'B' });
});

it('gives rows the whole width, keeps them out of lists, and says what a type lacks', () => {
  const column = { ...place, screen: 'products', block: 'list', as: 'column' } as const;
  const rows = withType({ ...fee, places: [place, column] }, 'rows');
  expect(rows.places).toEqual([{ ...place, twelfths: 12 }]);
  expect(withType(rows, 'text').places).toEqual([place]);
  expect(missingSetting(rows)).toBe('configure.field.lacks.fields');
  expect(missingSetting(withType(fee, 'reference'))).toBe('configure.field.lacks.reference');
  expect(
    missingSetting({ ...fee, facts: { rollUp: { of: 'plan', by: 'ProductId', function: 'sum' } } }),
  ).toBe('configure.field.lacks.rollUp');
  expect(missingSetting(fee)).toBeUndefined();
});
