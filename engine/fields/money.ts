import { defineKind } from './defineKind.ts';
import { declareAmount } from './overlayFacet.ts';
import { amount } from './traits.ts';

export const money = defineKind({
  ...amount,
  name: 'money',
  fits: (declared) => declared['x-money'] !== undefined,
  unit: 'money',
  placeholder: (path) => `$currency(${path})`,
  sheet: { format: 'money', read: 'amount' },
  overlay: {
    order: 60,
    settings: ['scale', 'minimum', 'maximum', 'unique', 'default'],
    inRows: true,
    declare: declareAmount('x-money'),
  },
});
