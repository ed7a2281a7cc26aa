import { expect, it } from 'vitest';
import {
  changesOf,
  emptyField,
  type FieldForm,
  fieldChangeOf,
  formOfChange,
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

it('a field is a change once it is named in both languages; what is not said is left out', () => {
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

it('what went into the draft comes back as it was typed', () => {
  const changes = changesOf(fee);
  const back = formOfChange(fieldChangeOf(fee) as never, changes);
  expect(changesOf(back)).toEqual(changes);
});

it('another type drops the limits of the old one and keeps when it is visible', () => {
  expect(withType(fee, 'text').facts).toEqual({ visible: 'InspectionRequired' });
});

it('what is asked for whenever it is shown follows the condition it is shown under', () => {
  const followed = withVisible({ visible: 'A', required: 'A' }, 'B');
  expect(followed).toEqual({ visible: 'B', required: 'B' });
  expect(withVisible(followed, undefined)).toEqual({ visible: undefined, required: true });
  expect(withVisible({ visible: 'A', required: 'C' }, 'B')).toEqual({ visible: 'B', required: 'C' });
  expect(withVisible({}, 'B')).toEqual({ visible: 'B' });
});
