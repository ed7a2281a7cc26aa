import { expect, it } from 'vitest';
import { insertionOf } from './templateFields.ts';

const price = { id: 'Items.Price', label: 'Price', list: 'Items', expression: '$currency(Price)' };
const name = { id: 'Name', label: 'Name', expression: 'Name' };

it.each([
  [name, [], '{{ Name }}'],
  [name, ['Items'], '{{ $record.Name }}'],
  [{ ...price, list: undefined }, ['Items'], '{{ $currency($record.Price) }}'],
  [price, ['Items'], '{{ $currency(Price) }}'],
  [price, [], '{{#each Items}}{{ $currency(Price) }}{{/each}}'],
  [price, ['Plans'], '{{#each $record.Items}}{{ $currency(Price) }}{{/each}}'],
  [{ ...price, isList: true }, [], '{{#each Items}}{{ $currency(Price) }}{{/each}}'],
])('inserts an expression that is valid at the cursor: %o in %o', (field, lists, expected) => {
  expect(insertionOf(field, lists)).toBe(expected);
});
