import { defineKind } from './defineKind.ts';
import { declareAmount } from './overlayFacet.ts';
import { amount } from './traits.ts';

/** Exact if it declares its decimals (`x-decimal`), binary otherwise. */
export const decimal = defineKind({
  ...amount,
  name: 'decimal',
  fits: (declared) => declared.type === 'number',
  column: (declared) => (declared['x-decimal'] ? 'decimal' : 'number'),
  overlay: {
    order: 50,
    settings: ['scale', 'minimum', 'maximum', 'unique', 'default'],
    inRows: true,
    declare: declareAmount('x-decimal'),
  },
});
