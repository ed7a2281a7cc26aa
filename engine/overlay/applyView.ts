/** Adds a view to a list, replaces, moves or removes it. */
import type { GridBlock } from '../declaration/types.generated.ts';
import { viewId } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { ViewChange } from './types.ts';

type Layout = NonNullable<GridBlock['layouts']>[number];

export function applyView(change: ViewChange, draft: DeclarationDraft): void {
  const { screen: of, block: name } = change;
  const screen = draft.named('screen', of);
  const block = screen?.json.blocks.find(({ id }) => id === name);
  const id = viewId(change);
  if (!screen) draft.report(change, 'no-screen', { at: '/screen', params: { screen: of } });
  else if (!block) draft.report(change, 'no-block', { at: '/block', params: { screen: of, block: name } });
  else if (block.kind !== 'grid') draft.report(change, 'no-list', { at: '/block', params: { block: name } });
  else if (id === undefined || id === 'list')
    draft.report(change, 'view-name', { at: '/name', params: { list: `${of}.${name}` } });
  else setView(change, block, id, draft);
}

const idOf = ({ id, kind }: Layout): string => id ?? kind;

function setView(change: ViewChange, block: GridBlock, id: string, draft: DeclarationDraft): void {
  const layouts: readonly Layout[] = block.layouts ?? [];
  const known = layouts.find((one) => idOf(one) === id);
  const others = layouts.filter((one) => one !== known);
  if (!known && (change.remove || !change.as)) {
    const level = change.remove ? 'warning' : 'error';
    draft.report(change, 'no-view', { at: change.remove ? '/name' : '/as', level, params: { view: id } });
    return;
  }
  if (change.remove) setLayouts(block, others);
  else {
    const next = change.as ? layoutOf(change, { block, id, known }, draft) : (known as Layout);
    const at = known ? layouts.indexOf(known) : others.length;
    setLayouts(block, inserted(others, draft.mark(next, change), at, change, draft));
    for (const role of change.roles ?? [])
      if (!draft.seen('roles')?.roles.some((one) => one.id === role) && draft.seen('roles'))
        draft.report(change, 'view-role', { at: '/roles', params: { role } });
  }
}

/** Assigned as the non-empty list of the schema, or removed. */
function setLayouts(block: GridBlock, layouts: readonly Layout[]): void {
  if (layouts.length > 0) block.layouts = [...layouts] as NonNullable<GridBlock['layouts']>;
  else delete block.layouts;
}

function inserted(
  others: readonly Layout[],
  layout: Layout,
  at: number,
  change: ViewChange,
  draft: DeclarationDraft,
): readonly Layout[] {
  const { after } = change;
  const found = after ? others.findIndex((one) => idOf(one) === after) : -1;
  if (after && found < 0)
    draft.report(change, 'no-neighbour', { at: '/after', level: 'warning', params: { after } });
  const place = after === '' ? 0 : found >= 0 ? found + 1 : at;
  return [...others.slice(0, place), layout, ...others.slice(place)];
}

type Around = { readonly block: GridBlock; readonly id: string; readonly known: Layout | undefined };

/** What a view of the same kind declares beyond the words of a change is kept. */
function layoutOf(change: ViewChange, { block, id, known }: Around, draft: DeclarationDraft): Layout {
  const { as: kind = 'list', fields, by, per, totals, start, end, span, picture, icon, where } = change;
  const same = known?.kind === kind ? known : undefined;
  const label = labelOf(change, known, draft);
  const colours = change.colours?.map((colour, at) => {
    const key = `view.${change.name}.colour.${at + 1}`;
    draft.text(change, key, colour.title, `/colours/${at}/title`);
    return { when: colour.when, tone: colour.tone, title: key };
  });
  const words = { fields, by, per, totals, start, end, span, picture, icon, where };
  const given = Object.entries({ ...words, roles: change.roles, opens: change.opens, colours });
  return {
    kind,
    ...(id === kind ? {} : { id }),
    ...(label !== undefined && { label }),
    ...(same ? shippedWords(same, change) : writesOf(kind, by, block, draft)),
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  } as Layout;
}

function labelOf(change: ViewChange, known: Layout | undefined, draft: DeclarationDraft): string | undefined {
  if (!change.title) return known?.label;
  const key = `view.${change.name}`;
  draft.text(change, key, change.title, '/title');
  return key;
}

/** Moves and values belong to the field of a board, and colours stay until others replace them. */
function shippedWords(
  { title, save, create, moves, values, pageSize, colours, by }: Layout,
  change: ViewChange,
) {
  const ofField = by === change.by ? { moves, values } : {};
  const all = Object.entries({ title, save, create, pageSize, colours, ...ofField });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** The calls of a new view: the write of its entity, and the link that creates a record. */
function writesOf(kind: Layout['kind'], by: string | undefined, block: GridBlock, draft: DeclarationDraft) {
  if (kind === 'gallery' || kind === 'list') return {};
  const isState = kind === 'board' && draft.seen('behaviour', block.entity)?.workflow?.field === by;
  const routes = draft.seen('api', block.entity)?.routes ?? [];
  const save = routes.find(({ operation, route }) => operation === 'update' && route.startsWith('PUT /'));
  const create = kind !== 'board' && block.actions?.find((one) => one.id === 'create' && one.kind === 'link');
  return { ...(save && !isState && { save: save.route }), ...(create && { create: create.id }) };
}
