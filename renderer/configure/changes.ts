/** Finds changes of a draft and what they are about. */
import { type Change, entityOfBlock, isPlaceChange, type Model } from '#engine';

/** The entity a change belongs to; undefined for lookups, roles, features and texts. */
export function entityOfChange(model: Model, change: Change): string | undefined {
  const [first = '', second = ''] = change.name.split('.');
  if (change.kind === 'entity' || change.kind === 'workflow' || change.kind === 'activity')
    return change.name;
  const own: readonly Change['kind'][] = ['field', 'rule', 'automation', 'publicForm', 'printFormat'];
  if (own.includes(change.kind)) return first;
  if (change.kind === 'section') return entityOfBlock(model, first, second);
  if (isPlaceChange(change) || change.kind === 'view')
    return entityOfBlock(model, change.screen, change.block);
  if (change.kind !== 'adjust') return undefined;
  if (first === 'entity' || first === 'field') return second;
  const [, screen = '', block = ''] = change.name.split('.');
  return entityOfBlock(model, screen, block);
}

/** The change of this kind and name, if the draft has one. */
export function findChange<Kind extends Change['kind']>(
  changes: readonly Change[],
  kind: Kind,
  name: string,
): Extract<Change, { kind: Kind }> | undefined {
  return changes.find((change) => change.kind === kind && change.name === name) as
    | Extract<Change, { kind: Kind }>
    | undefined;
}

/** Sorts items added by the draft before shipped ones. */
export function addedFirst<Item>(items: readonly Item[], changeOf: (item: Item) => Change | undefined) {
  const added = new Set(items.filter(changeOf));
  return [...added, ...items.filter((item) => !added.has(item))];
}
