import { expect, it } from 'vitest';
import { messageParts } from './messageParts.ts';

it('offers the parts of a message, of the first item of lists, and odd names in backticks', () => {
  expect(
    messageParts({ id: 1, order: { 'ship-to': { city: 'x' }, lines: [{ sku: 'a' }], tags: [] } }),
  ).toEqual([
    ...['$event.id', '$event.order.`ship-to`.city', '$event.order.lines', '$event.order.lines[0].sku'],
    '$event.order.tags',
  ]);
});

it('is bounded for messages of any size', () => {
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`m${index}`, index]));
  expect(messageParts(wide)).toHaveLength(200);
});
