import { defineKind } from './defineKind.ts';
import { declareAmount } from './overlayFacet.ts';
import { amount } from './traits.ts';

export const percent = defineKind({
  ...amount,
  name: 'percent',
  fits: (declared) => declared['x-percent'] !== undefined,
  unit: 'percent',
  placeholder: (path) => `$percent(${path})`,
  overlay: {
    order: 70,
    settings: ['scale', 'minimum', 'maximum', 'unique', 'default'],
    inRows: true,
    declare: declareAmount('x-percent'),
  },
});
