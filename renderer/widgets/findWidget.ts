import type { FieldModel, ItemModel } from '#engine';
import { registry } from './registry.ts';
import type { WidgetEntry } from './types.ts';
import { unknownEntry } from './UnknownWidget.tsx';

/** The widget that ranks highest for a placed field; what nobody can draw gets a visible placeholder. */
export function findWidget(
  field: FieldModel,
  item: ItemModel,
  entries: readonly WidgetEntry[] = registry,
): WidgetEntry {
  let best = unknownEntry;
  let bestRank = 0;
  for (const entry of entries) {
    const rank = entry.tester(field, item);
    if (rank > bestRank) [best, bestRank] = [entry, rank];
  }
  return best;
}
