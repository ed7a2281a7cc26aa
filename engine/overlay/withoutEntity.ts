/** Removes an entity from an overlay with everything that depends on it. */

import { expandedName } from '../fields/overlayFacet.ts';
import { featuresOfEntity } from './applyEntity.ts';
import { featureOfTransition } from './applyWorkflow.ts';
import { changeKey, entityOfName, fieldOfChange } from './changeNames.ts';
import { lookupName } from './describeField.ts';
import { hasSetting } from './fieldTypes.ts';
import type { Leaving } from './kinds/defineChange.ts';
import { definitionOf } from './kinds/registry.ts';
import { rowFieldsOf } from './rowFieldsOf.ts';
import type { Change, ChangeId, FieldChange, RoleChange } from './types.ts';

/** The entity whose records a block shows; undefined when there is none. */
export type EntityOfBlock = (screen: string, block: string) => string | undefined;

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
  const leaving = leavingWith(name, changes, entityOf);
  const gone = changes.filter(
    (change) =>
      changeKey(change) !== changeKey(entity) && definitionOf(change).leavesWith?.(change, leaving) === true,
  );
  const steps = changes.find((one) => one.kind === 'workflow' && one.name === name);
  const features = new Set([...Object.values(featuresOfEntity(name)), ...stepFeatures(steps)]);
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

/** The rights of its transitions. */
function stepFeatures(change: Change | undefined): readonly string[] {
  if (change?.kind !== 'workflow' || !Array.isArray(change.transitions)) return [];
  return change.transitions.map(({ id }) => featureOfTransition(change.name, id));
}

const isIn = (list: readonly Change[], { kind, name }: Change): boolean =>
  list.some((one) => one.kind === kind && one.name === name);

function leavingWith(entity: string, changes: readonly Change[], entityOf: EntityOfBlock): Leaving {
  const fields = changes.filter((change) => change.kind === 'field' && entityOfName(change) === entity);
  const paths = pathsLeadingTo(entity, changes);
  return {
    entity,
    screens: new Set([entity, `${entity}-list`, `${entity}-create`]),
    lookups: new Set(fields.map((field) => lookupName(field.name))),
    leadsThere: (of, path) =>
      paths.some((one) => one.entity === of && one.paths.some((name) => `${path}.`.startsWith(`${name}.`))),
    entityOf,
  };
}

/** A field of another entity or of its rows that refers to the removed one; `paths` are its names there. */
type Leading = { readonly entity: string; readonly paths: readonly string[] };

/** A list of rows that also has other fields does not lead there; its references do. */
function pathsLeadingTo(name: string, changes: readonly Change[]): readonly Leading[] {
  const fields = changes.filter((change): change is FieldChange => change.kind === 'field');
  return fields.flatMap((change) => {
    const { entity, field } = fieldOfChange(change);
    if (isReferenceTo(change, name)) return [{ entity, paths: [field, expandedName(field)] }];
    const rows = rowFieldsOf(change);
    const gone = rows.filter(({ reference }) => reference === name);
    if (gone.length > 0 && gone.length === rows.length) return [{ entity, paths: [field] }];
    return gone.map((row) => ({
      entity,
      paths: [`${field}.${row.name}`, `${field}.${expandedName(row.name)}`],
    }));
  });
}

const isReferenceTo = ({ type, reference }: FieldChange, name: string): boolean =>
  reference === name && hasSetting(type, 'reference');

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
