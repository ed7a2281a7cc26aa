/** A print format: a new one, or a shipped one that is open to changes. */
import type { PrintFormat } from '../../declaration/types.generated.ts';
import { applyPrintFormat } from '../applyPrintFormat.ts';
import { entityOfName, fieldOfChange } from '../changeNames.ts';
import type { PrintFormatChange } from '../types.ts';
import { defineChange, entityTitle, ownText } from './defineChange.ts';

export const printFormatKind = defineChange({
  kind: 'printFormat',
  apply: applyPrintFormat,
  base: ({ name }, draft) => {
    const declared = draft.seen('behaviour', entityOfName({ name }))?.printFormats;
    const known = declared?.find(({ id }) => id === name);
    return known && wordsOf(known);
  },
  subject: (change, saying) => ({
    code: 'printFormat',
    params: {
      title: change.title ? ownText(change.title, saying) : change.name,
      entity: entityTitle(entityOfName(change), saying),
    },
  }),
  entities: (change) => [
    { entity: entityOfName(change), at: '/name' },
    ...related(change).map(([entity, at]) => ({ entity, at })),
  ],
  copied: (change, { from, to }) =>
    entityOfName(change) === from ? { ...change, name: `${to}.${fieldOfChange(change).field}` } : undefined,
  leavesWith: (change, { entity }) =>
    entityOfName(change) === entity || related(change).some(([one]) => one === entity),
});

/** The entities whose records are printed in tables, with their places. A draft may hold anything here. */
function related({ blocks }: PrintFormatChange): readonly (readonly [string, string])[] {
  const all: readonly unknown[] = Array.isArray(blocks) ? blocks : [];
  return all.flatMap((block, index) => {
    const { entity } = (typeof block === 'object' && block !== null ? block : {}) as { entity?: unknown };
    return typeof entity === 'string' ? [[entity, `/blocks/${index}/entity`] as const] : [];
  });
}

function wordsOf({ id, open, overlay, $comment, ...words }: PrintFormat): object {
  return words;
}
