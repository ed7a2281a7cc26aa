/** An item of a list of choices. */
import type { LookupDeclaration } from '../../declaration/types.generated.ts';
import { applyLookup, itemOfChange } from '../applyLookup.ts';
import { entityOfName } from '../changeNames.ts';
import { defineChange, ownText, textAt, textsOf } from './defineChange.ts';

export const lookupKind = defineChange({
  kind: 'lookup',
  apply: applyLookup,
  base: (change, draft) => {
    const { lookup, item: name } = itemOfChange(change);
    const items: LookupDeclaration['items'] = draft.seen('lookup', lookup)?.items ?? [];
    const known = items.find((one) => one.Name === name) as
      | { Id: unknown; title: string; tone?: string }
      | undefined;
    if (!known) return undefined;
    const title = textsOf(`lookup.${lookup}.${name}`, known.title, draft);
    return { id: known.Id, ...(title && { title }), ...(known.tone && { tone: known.tone }) };
  },
  subject: ({ name, title }, saying) => ({
    code: 'lookup',
    params: {
      title: title ? ownText(title, saying) : textAt(`lookup.${name}`, saying),
      lookup: name.slice(0, name.indexOf('.')),
    },
  }),
  copied: (change, { from, to }) => {
    const { lookup, item } = itemOfChange(change);
    const isOwn = lookup.startsWith(`${from}-`);
    return isOwn ? { ...change, name: `${to}${lookup.slice(from.length)}.${item}` } : undefined;
  },
  leavesWith: (change, { lookups }) => lookups.has(entityOfName(change)),
});
