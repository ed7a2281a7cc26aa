import { expect, it } from 'vitest';
import { kebabName, pascalName } from './storedName.ts';

it('derives the stored name from the title: letters and digits, a letter first', () => {
  expect(pascalName('Inspection fee (net)')).toBe('InspectionFeeNet');
  expect(pascalName('Frais d’inspection exigés')).toBe('FraisDInspectionExiges');
  expect(pascalName('2nd owner')).toBe('NdOwner');
  expect(kebabName('Loaner véhicle 2')).toBe('loaner-vehicle-2');
  expect(kebabName('9 lives')).toBe('lives');
});
