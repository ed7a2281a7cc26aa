/** Removes an entity from an overlay with everything that depends on it. */
import { featuresOfEntity } from './applyEntity.ts';
import { adjustedTarget, changeKey, entityOfName } from './changeNames.ts';
import { lookupName } from './describeField.ts';
import { type EntityOfBlock, refersTo, rowFieldsOf } from './refersTo.ts';
import type { Change, ChangeId, FieldChange, RoleChange } from './types.ts';

export type WithoutEntity = {
  /** The remaining changes, without grants of the entity's features and row references to it. */
  readonly changes: readonly Change[];
  /** The removed changes. */
  readonly gone: readonly Change[];
  readonly changed: readonly Change[];
};

/** The changes without an entity that one of them creates. */
export function withoutEntity(
  changes: readonly Change[],
  name: string,
  entityOf: EntityOfBlock = () => undefined,
): WithoutEntity {
  const entity: ChangeId = { kind: 'entity', name };
  const goes = dependsOn(name, changes);
  const refers = refersTo(name, changes, entityOf);
  const gone = changes.filter(
    (change) => changeKey(change) !== changeKey(entity) && (goes(change) || refers(change)),
  );
  const features = new Set(Object.values(featuresOfEntity(name)));
  const left = changes
    .filter((change) => changeKey(change) !== changeKey(entity) && !gone.includes(change))
    .map((change) => {
      if (change.kind === 'field') return withoutReferences(change, name);
      return change.kind === 'role' ? withoutFeatures(change, features) : change;
    });
  const empty = left.filter((change) => change.kind === 'role' && !saysAnything(change));
  const kept = left.filter((change) => !empty.includes(change));
  const changed = kept.filter((change) => !changes.includes(change));
  return { changes: kept, gone: [...gone, ...changes.filter((one) => isIn(empty, one))], changed };
}

const isIn = (list: readonly Change[], { kind, name }: Change): boolean =>
  list.some((one) => one.kind === kind && one.name === name);

function dependsOn(name: string, changes: readonly Change[]): (change: Change) => boolean {
  const screens = new Set([name, `${name}-list`, `${name}-create`]);
  const fields = changes.filter((change) => change.kind === 'field' && entityOfName(change) === name);
  const lookups = new Set(fields.map((field) => lookupName(field.name)));
  const texts = [`entity.${name}`, `field.${name}.`, `help.${name}.`, `custom.${name}.`];
  return (change) => {
    if (change.kind === 'field' || change.kind === 'rule') return entityOfName(change) === name;
    if (change.kind === 'place') return screens.has(change.screen);
    if (change.kind === 'lookup') return lookups.has(entityOfName(change));
    if (change.kind === 'message')
      return texts.some(
        (text) => change.name === text || change.name.startsWith(`${text.replace(/\.$/, '')}.`),
      );
    if (change.kind !== 'adjust') return false;
    const { kind, of } = adjustedTarget(change);
    return kind === 'entity' || kind === 'field' ? of === name : screens.has(of);
  };
}

/** Lists with other row fields lose only those that refer to the entity. */
function withoutReferences(change: FieldChange, name: string): FieldChange {
  const rows = rowFieldsOf(change);
  const [first, ...others] = rows.filter(({ reference }) => reference !== name);
  if (!first || others.length + 1 === rows.length) return change;
  return { ...change, fields: [first, ...others] };
}

function withoutFeatures(change: RoleChange, features: ReadonlySet<string>): RoleChange {
  const named = [...(change.add ?? []), ...(change.remove ?? [])];
  if (!named.some((feature) => features.has(feature))) return change;
  const { add, remove, ...others } = change;
  const left = (list: readonly string[] = []) => list.filter((feature) => !features.has(feature));
  return {
    ...others,
    ...(left(add).length > 0 && { add: left(add) }),
    ...(left(remove).length > 0 && { remove: left(remove) }),
  };
}

const saysAnything = ({ add, remove, title }: RoleChange): boolean =>
  [add, remove, title].some((word) => word !== undefined);
