import type { FieldModel, ItemModel } from '#engine';
import { type Brought, byName } from '../data/byName.ts';
import { registry } from './registry.ts';
import type { WidgetEntry } from './types.ts';
import { unknownEntry } from './UnknownWidget.tsx';

type Own = readonly Brought<WidgetEntry>[];

/**
 * The highest-ranking widget for a placed field, or a visible placeholder if none matches.
 * @param own field widgets of extensions
 */
export function findWidget(field: FieldModel, item: ItemModel, own: Own): WidgetEntry {
  let best = unknownEntry;
  let bestRank = 0;
  for (const entry of allWith(own)) {
    const rank = entry.tester(field, item);
    if (rank > bestRank) [best, bestRank] = [entry, rank];
  }
  return best;
}

const joined = new WeakMap<Own, readonly WidgetEntry[]>();

/** Joined here, because the renderer's widgets load with the form code, after the extensions. */
function allWith(own: Own): readonly WidgetEntry[] {
  const known = joined.get(own);
  if (known) return known;
  const core = registry.map((one) => ({ by: 'the renderer', one }));
  const all = [...byName('field widget', [...core, ...own]).values()];
  joined.set(own, all);
  return all;
}
