import { financialPrograms } from './financial.mjs';
import { mechanicalPrograms } from './mechanical.mjs';
import { vehiclePrograms } from './vehicle.mjs';

/**
 * Coverage of each kind of product: items with their component types, groups of items, and plans. A plan
 * lists included and optional items, groups, and which options exclude (`excludes`) or require (`includes`)
 * one another.
 */
export const programs = [...mechanicalPrograms, ...financialPrograms, ...vehiclePrograms];

/** Product types with their category. */
export const productTypes = [
  ['MBP', 'Mechanical Breakdown Protection', 1, true],
  ['CPO MBP', 'Certified Pre-Owned MBP', 1, true],
  ['MBPOMM', 'MBP with Maintenance', 1, true],
  ['GAP', 'GAP', 4, true],
  ['Tire and Rim', 'Tire and Rim Protection', 5, true],
  ['Appearance', 'Appearance Protection', 6, false],
  ['LPP', 'Loan Protection Plan', 2, true],
  ['Replacement Insurance', 'Replacement Insurance', 3, true],
  ['Key', 'Key Replacement', 7, false],
  ['Theft', 'Theft Protection', 7, false],
  ['PPM', 'Prepaid Maintenance', 8, false],
  ['Lease Wear', 'Lease Wear Protection', 6, false],
];
