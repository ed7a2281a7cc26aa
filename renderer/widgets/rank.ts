import type { FieldKind } from '#engine';
import type { WidgetEntry } from './types.ts';

/** Testers all have one of these shapes; a named widget always beats the one of the kind. */
const KIND = 10;
const NAMED = 100;

/** For every field of these kinds that names no other widget. */
export function ofKind(...kinds: readonly FieldKind[]): WidgetEntry['tester'] {
  return (field, item) => (item.widget === undefined && kinds.includes(field.kind) ? KIND : 0);
}

/** For fields that ask for the widget by name, and, unnamed, for fields of the kinds given. */
export function named(name: string, ...kinds: readonly FieldKind[]): WidgetEntry['tester'] {
  return (field, item) => (item.widget === name ? NAMED : ofKind(...kinds)(field, item));
}
