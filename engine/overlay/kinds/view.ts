/** A view of a list: added, replaced, moved or removed. */
import { applyView } from '../applyView.ts';
import { viewId } from '../changeNames.ts';
import type { DeclarationDraft } from '../declarationDraft.ts';
import type { ViewChange } from '../types.ts';
import { blockEntity, defineChange, ownText, screenTitle, textAt, textsOf } from './defineChange.ts';

export const viewKind = defineChange({
  kind: 'view',
  apply: applyView,
  order: (changes) => [...changes].sort((one, other) => rank(one) - rank(other)),
  base: declaredView,
  subject: (change, saying) => ({
    code: 'view',
    params: { title: titleOf(change, saying), screen: screenTitle(change.screen, saying) },
  }),
  entities: ({ screen, block }, draft) => [{ entity: blockEntity(screen, block, draft), at: '/name' }],
  copied: (change, { screen }) => {
    const [own, id] = [screen(change.screen), viewId(change)];
    if (own === undefined || id === undefined) return undefined;
    return { ...change, screen: own, name: `${own}.${change.block}.${id}` };
  },
  leavesWith: ({ screen, block, by, start, end, fields = [] }, { screens, leadsThere, entityOf }) =>
    screens.has(screen) ||
    [by, start, end, ...fields].some((path) => path && leadsThere(entityOf(screen, block), path)),
  neighbour: (_, id) => id,
});

/** Views that follow another come last, as it may be new; those that come first do so in order of names. */
const rank = ({ after }: ViewChange): number => (after === undefined ? 0 : after === '' ? 1 : 2);

function titleOf(change: ViewChange, saying: Parameters<typeof ownText>[1]): string {
  if (change.title) return ownText(change.title, saying);
  const block = saying.model.screens.get(change.screen)?.blocks.find(({ id }) => id === change.block);
  const known = block?.kind === 'grid' ? block.layouts?.find(({ id }) => id === viewId(change)) : undefined;
  if (known) return textAt(known.label, saying);
  return change.as ? textAt(`ui.layout.${change.as}`, saying) : (viewId(change) ?? change.name);
}

function declaredView(change: ViewChange, draft: DeclarationDraft): object | undefined {
  const block = draft.seen('screen', change.screen)?.blocks.find(({ id }) => id === change.block);
  const layouts = block?.kind === 'grid' ? (block.layouts ?? []) : [];
  const at = layouts.findIndex((one) => (one.id ?? one.kind) === viewId(change));
  const known = layouts[at];
  if (!known) return undefined;
  const { kind, id, label, fields, moves, values, title: _, colours, ...words } = known;
  const title = label === undefined ? undefined : textsOf(label, undefined, draft);
  const before = layouts[at - 1];
  return {
    ...{ as: kind, ...words },
    ...(fields && { fields: fields.map((one) => (typeof one === 'string' ? one : one.path)) }),
    ...(title && { title }),
    after: before ? (before.id ?? before.kind) : '',
  };
}
