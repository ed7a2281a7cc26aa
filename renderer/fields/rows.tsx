import { defineKindView } from './defineKindView.ts';

export const rows = defineKindView({
  kind: 'rows',
  widget: 'rows',
  write: (value) => (Array.isArray(value) ? String(value.length) : ''),
  isDrawn: true,
});
