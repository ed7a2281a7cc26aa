import { defineKind } from './defineKind.ts';
import { amount } from './traits.ts';

export const percent = defineKind({
  ...amount,
  name: 'percent',
  fits: (declared) => declared['x-percent'] !== undefined,
  unit: 'percent',
  placeholder: (path) => `$percent(${path})`,
});
