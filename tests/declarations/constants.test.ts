import { describe, expect, it } from 'vitest';
import { formatMessage } from '#engine';
import { realModel } from './realModel.ts';

const lookup = (id: string) => realModel().lookups.get(id)?.items ?? [];
const field = (entity: string, path: string) => realModel().entities.get(entity)?.fieldByPath.get(path);

describe('constants', () => {
  it('C-358 quote expiry choices are 1, 7, 14, 30, 60, 90 and 120 days', () => {
    expect(lookup('quote-expiry').map(({ Id }) => Id)).toEqual([1, 7, 14, 30, 60, 90, 120]);
    expect(field('product', 'QuoteExpiryInDays')).toMatchObject({
      lookup: 'quote-expiry',
      keepUnknown: true,
    });
  });

  it('C-116 R-158 plan inclusion types: 0 is Included, 1 is Optional', () => {
    expect(lookup('inclusion-type').map(({ Id, Name }) => [Id, Name])).toEqual([
      [0, 'Included'],
      [1, 'Optional'],
    ]);
  });

  it('C-126 R-188 product states, displayed with a space', () => {
    const states = lookup('product-state-type').map(({ Name }) => [
      Name,
      formatMessage(realModel(), 'en-CA', `lookup.product-state-type.${Name}`),
    ]);
    expect(states).toEqual([
      ['InDesign', 'In Design'],
      ['InPricing', 'In Pricing'],
      ['Active', 'Active'],
      ['Deactivated', 'Deactivated'],
      ['Abandoned', 'Abandoned'],
    ]);
  });

  it('R-163 C-364 the choices of claims pricing are none and OEM', () => {
    expect(lookup('claims-pricing').map(({ Id, Name }) => [Id, Name])).toEqual([
      [0, 'None'],
      [1, 'Oem'],
    ]);
  });

  it('C-118 a component is regular or maintenance', () => {
    expect(lookup('component-category').map(({ Name }) => Name)).toEqual(['Regular', 'Maintenance']);
    expect(field('component-type', 'Category')?.lookup).toBe('component-category');
  });

  it('C-354 R-473 pages have 10 records by default', () => {
    expect(realModel().settings.pageSize).toBe(10);
  });

  it('C-193 text filters need 3 characters', () => {
    expect(realModel().settings.textFilterMinimumLength).toBe(3);
  });
});
