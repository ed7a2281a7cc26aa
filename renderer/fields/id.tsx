import { defineKindView } from './defineKindView.ts';
import { asText } from './writers.ts';

export const id = defineKindView({
  kind: 'id',
  widget: 'text',
  write: asText,
  read: (text) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined,
});
