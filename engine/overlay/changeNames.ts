/** How changes are named. */
import type { Change, ChangeId, FieldChange, PlaceChange } from './types.ts';

/** Order in which kinds are applied: what others build on comes first. */
export const changeKinds = [
  'feature',
  'message',
  'lookup',
  'entity',
  'field',
  'adjust',
  'rule',
  'role',
  'place',
] as const satisfies readonly Change['kind'][];

/** One text for a change, for maps and comparisons. */
export function changeKey({ kind, name }: ChangeId): string {
  return `${kind}/${name}`;
}

export function changeId({ kind, name }: ChangeId): ChangeId {
  return { kind, name };
}

/** `product.InspectionFee` → its entity and field. */
export function fieldOfChange({ name }: Pick<FieldChange, 'name'>): {
  readonly entity: string;
  readonly field: string;
} {
  const dot = name.indexOf('.');
  return { entity: name.slice(0, dot), field: name.slice(dot + 1) };
}

/** The name of a place, from what it says. */
export function placeName({
  screen,
  block,
  as,
  field,
}: Pick<PlaceChange, 'screen' | 'block' | 'as' | 'field'>): string {
  return `${screen}.${block}.${as}.${field}`;
}

/** Changes in the order they are applied. */
export function inOrder<Member extends ChangeId>(changes: readonly Member[]): readonly Member[] {
  return [...changes].sort(
    (one, other) =>
      changeKinds.indexOf(one.kind) - changeKinds.indexOf(other.kind) ||
      (one.name < other.name ? -1 : one.name > other.name ? 1 : 0),
  );
}
