/** A new field. */
import { kindOf } from '../../fields/registry.ts';
import { applyField } from '../applyField.ts';
import { entityOfName, fieldOfChange } from '../changeNames.ts';
import { rowFieldsOf } from '../rowFieldsOf.ts';
import { defineChange, entityTitle, ownText, textsOf } from './defineChange.ts';

export const fieldKind = defineChange({
  kind: 'field',
  adds: true,
  apply: applyField,
  base: (change, draft) => {
    const { entity, field } = fieldOfChange(change);
    const declared = draft.seen('entity', entity)?.properties[field];
    const title = declared && textsOf(`field.${entity}.${field}`, declared.title, draft);
    return declared && { type: kindOf(declared), ...(title && { title }) };
  },
  subject: (change, saying) => ({
    code: 'field',
    params: {
      title: ownText(change.title, saying),
      entity: entityTitle(fieldOfChange(change).entity, saying),
    },
  }),
  entities: (change) => [
    { entity: entityOfName(change), at: '/name' },
    { entity: change.reference ?? '', at: '/reference' },
    { entity: change.rollUp?.of ?? '', at: '/rollUp/of' },
    ...rowFieldsOf(change).map(({ reference = '' }, index) => ({
      entity: reference,
      at: `/fields/${index}/reference`,
    })),
  ],
  copied: (change, { from, to }) => {
    // Records that refer to the entity do not refer to its copy, so there is nothing to roll up.
    if (entityOfName(change) !== from || change.rollUp) return undefined;
    const own = change.reference === from ? { reference: to } : {};
    return { ...change, ...own, name: `${to}.${fieldOfChange(change).field}` };
  },
  leavesWith: (change, { entity, leadsThere }) =>
    entityOfName(change) === entity ||
    change.rollUp?.of === entity ||
    leadsThere(entityOfName(change), fieldOfChange(change).field) ||
    (change.lookThrough !== undefined && leadsThere(entityOfName(change), change.lookThrough.by)),
});
