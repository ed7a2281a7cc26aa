/** A new entity. */
import { applyEntity } from '../applyEntity.ts';
import { defineChange, ownText } from './defineChange.ts';

export const entityKind = defineChange({
  kind: 'entity',
  adds: true,
  apply: applyEntity,
  copied: (change, { from, to }) => (change.name === from ? { ...change, name: to } : undefined),
  subject: ({ title }, saying) => ({ code: 'entity', params: { title: ownText(title, saying) } }),
});
