/** Names of changes. */
import type { AdjustChange, Change, ChangeId, FieldChange, PlaceChange, ViewChange } from './types.ts';

/** Kinds in order of application: dependencies first. */
export const changeKinds = [
  'feature',
  'message',
  'lookup',
  'entity',
  'field',
  'workflow',
  'activity',
  'section',
  'related',
  'block',
  'adjust',
  'rule',
  'automation',
  'printFormat',
  'role',
  'place',
  'view',
  'publicForm',
] as const satisfies readonly Change['kind'][];

/** A unique key of a change, for maps and comparisons. */
export function changeKey({ kind, name }: ChangeId): string {
  return `${kind}/${name}`;
}

/** A change that shows a field on a screen; a field may be of a kind with the same name. */
export const isPlaceChange = (change: Change): change is PlaceChange => change.kind === 'place';

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

/** `product.fee-under-limit` → product. */
export function entityOfName({ name }: { readonly name: string }): string {
  return name.slice(0, Math.max(0, name.indexOf('.')));
}

/** The target of an adjustment. */
export type AdjustedTarget = {
  readonly kind: 'entity' | 'field' | 'section' | 'column';
  /** The entity or screen. */
  readonly of: string;
  /** Of a section or column. */
  readonly block: string;
  /** The field, the section or the path of the column. */
  readonly path: string;
};

/** `column.products.products.Brand.Name` → its screen, block and path. */
export function adjustedTarget({ name }: Pick<AdjustChange, 'name'>): AdjustedTarget {
  const [kind = '', of = '', ...rest] = name.split('.');
  const onScreen = kind === 'section' || kind === 'column';
  return {
    kind: kind as AdjustedTarget['kind'],
    of,
    block: onScreen ? (rest[0] ?? '') : '',
    path: (onScreen ? rest.slice(1) : rest).join('.'),
  };
}

/** The name of a placement, from its content. */
export function placeName({
  screen,
  block,
  as,
  field,
}: Pick<PlaceChange, 'screen' | 'block' | 'as' | 'field'>): string {
  return `${screen}.${block}.${as}.${field}`;
}

/** `product.general.notes` → its screen, block and section. */
export function sectionOfName({ name }: { readonly name: string }): {
  readonly screen: string;
  readonly block: string;
  readonly section: string;
} {
  const [screen = '', block = '', section = ''] = name.split('.');
  return { screen, block, section };
}

/** `adjuster.claims` → its screen and block. */
export function blockOfName({ name }: { readonly name: string }): {
  readonly screen: string;
  readonly block: string;
} {
  const [screen = '', block = ''] = name.split('.');
  return { screen, block };
}

/** `products.products.late` → the id of the view; undefined if the name belongs to another list. */
export function viewId({
  name,
  screen,
  block,
}: Pick<ViewChange, 'name' | 'screen' | 'block'>): string | undefined {
  const list = `${screen}.${block}.`;
  const id = name.startsWith(list) ? name.slice(list.length) : '';
  return /^[A-Za-z][A-Za-z0-9-]{0,59}$/.test(id) ? id : undefined;
}

/** Changes in the order of application. */
export function inOrder<Member extends ChangeId>(changes: readonly Member[]): readonly Member[] {
  return [...changes].sort(
    (one, other) =>
      changeKinds.indexOf(one.kind) - changeKinds.indexOf(other.kind) ||
      (one.name < other.name ? -1 : one.name > other.name ? 1 : 0),
  );
}
