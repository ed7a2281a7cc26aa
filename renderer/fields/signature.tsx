import { defineKindView } from './defineKindView.ts';
import { asWritten } from './writers.ts';

export const signature = defineKindView({
  kind: 'signature',
  widget: 'signature',
  write: asWritten,
  width: 220,
});
