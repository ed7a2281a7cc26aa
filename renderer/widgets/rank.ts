import type { FieldKind } from '#engine';
import type { WidgetEntry } from './types.ts';

/** Ranks of testers; a named widget always beats the default of a kind. */
const KIND = 10;
const NAMED = 100;

/** Matches fields of these kinds that name no widget. */
export function ofKind(...kinds: readonly FieldKind[]): WidgetEntry['tester'] {
  return (field, item) => (item.widget === undefined && kinds.includes(field.kind) ? KIND : 0);
}

/** Matches fields that name this widget, and fields of these kinds that name none. */
export function named(name: string, ...kinds: readonly FieldKind[]): WidgetEntry['tester'] {
  return (field, item) => (item.widget === name ? NAMED : ofKind(...kinds)(field, item));
}
