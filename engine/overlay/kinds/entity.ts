/** A new entity. */
import { applyEntity } from '../applyEntity.ts';
import { defineChange, ownText } from './defineChange.ts';

export const entityKind = defineChange({
  kind: 'entity',
  adds: true,
  apply: applyEntity,
  subject: ({ title }, saying) => ({ code: 'entity', params: { title: ownText(title, saying) } }),
});
