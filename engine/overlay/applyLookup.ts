/** Adds, renames, moves or removes lookup items. */
import type { LookupDeclaration } from '../declaration/types.generated.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { retitle } from './retitle.ts';
import type { LookupChange } from './types.ts';

type Item = NonNullable<LookupDeclaration['items']>[number] & { Id: unknown; Name: string; title: string };

/** `province.YT` → its lookup and item. */
export function itemOfChange({ name }: Pick<LookupChange, 'name'>): {
  readonly lookup: string;
  readonly item: string;
} {
  const dot = name.indexOf('.');
  return { lookup: name.slice(0, dot), item: name.slice(dot + 1) };
}

/** Applies the change to the lookup. */
export function applyLookup(change: LookupChange, draft: DeclarationDraft): void {
  const { lookup, item } = itemOfChange(change);
  const found = draft.named('lookup', lookup);
  if (!found) draft.report(change, 'no-lookup', { at: '/name', params: { lookup } });
  else {
    const items = found.json.items as Item[];
    const known = items.find(({ Name }) => Name === item);
    const next = change.remove ? undefined : itemOf(change, items, known, draft);
    if (change.remove && !known)
      draft.report(change, 'no-item', { at: '/name', level: 'warning', params: { item } });
    if (change.remove) draft.dropText(`lookup.${lookup}.${item}`);
    if (change.remove || next) found.json.items = withItem(items, { known, next, after: change.after });
  }
}

function itemOf(
  change: LookupChange,
  items: readonly Item[],
  known: Item | undefined,
  draft: DeclarationDraft,
): Item | undefined {
  const { lookup, item } = itemOfChange(change);
  const { title: texts, tone } = change;
  const id = known?.Id ?? change.id ?? (numbered(items) ? undefined : item);
  if (id === undefined) draft.report(change, 'item-id', { at: '/id', params: { free: nextId(items) } });
  if (!known && !texts) draft.report(change, 'title-missing', { at: '/title' });
  if (id === undefined || (!known && !texts)) return undefined;
  if (!known && items.some((other) => other.Id === id))
    draft.report(change, 'item-id-taken', { at: '/id', params: { id: String(id), free: nextId(items) } });
  const title = texts
    ? retitle(change, { key: `lookup.${lookup}.${item}`, texts, at: '/title' }, draft)
    : known?.title;
  return draft.mark({ ...known, Id: id, Name: item, title, ...(tone && { tone }) } as Item, change);
}

function withItem(
  items: readonly Item[],
  { known, next, after }: { known?: Item; next?: Item; after?: string },
): Item[] {
  if (!next) return items.filter((item) => item !== known);
  if (known && after === undefined) return items.map((item) => (item === known ? next : item));
  const others = items.filter((item) => item !== known);
  const at = after === undefined ? others.length : others.findIndex(({ Name }) => Name === after) + 1;
  return [...others.slice(0, at), next, ...others.slice(at)];
}

const numbered = (items: readonly { readonly Id: unknown }[]): boolean => typeof items[0]?.Id === 'number';

/** The stored value of a new item when the lookup uses numbers; undefined when the name is used. */
export function numberOfNewItem(items: readonly { readonly Id: unknown }[]): number | undefined {
  return numbered(items) ? nextId(items) : undefined;
}

/** The next free number, or the next bit of flags. */
function nextId(items: readonly { readonly Id: unknown }[]): number {
  const ids = items.map(({ Id }) => Number(Id)).filter(Number.isInteger);
  const highest = Math.max(0, ...ids);
  const bits = ids.length > 2 && ids.every((id) => id > 0 && Number.isInteger(Math.log2(id)));
  return bits ? highest * 2 : highest + 1;
}
