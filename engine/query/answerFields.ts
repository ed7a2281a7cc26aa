/** `$fields=Id,Name,Brand.Name`: the fields a reader wants of each record in a list. */

import { nearestName } from '../text/nearestName.ts';
import type { DataRecord, EntityModel, ExpandModel, FieldModel } from '../types/modelTypes.ts';
import { type Problem, problem } from './problem.ts';
import { refersToMany } from './refersToOne.ts';

/** Members of an answer, whole (`true`) or in part; for a list, those of each item. */
export type FieldTree = ReadonlyMap<string, FieldTree | true>;

/**
 * Parses field names such as `Name, Brand.Name`, ignoring case and always including `Id`; or returns the
 * first unknown one. `more`: members besides those of the entity.
 */
export function parseFields(
  texts: readonly string[],
  entity: EntityModel,
  more: readonly string[] = [],
):
  | { readonly fields: FieldTree; readonly problem?: undefined }
  | { readonly fields?: undefined; readonly problem: Problem } {
  const shape = shapeOf(entity, more);
  const tree: Growing = new Map([['Id', true]]);
  const asked = texts.flatMap((text) => text.split(',')).map((text) => text.trim());
  for (const path of asked.filter((one) => one !== '')) {
    const found = spell(shape, path.split('.'));
    if (found.length < path.split('.').length) return { problem: unknown(path, shape).problem };
    grow(tree, found);
  }
  return { fields: tree };
}

/** The paths with the case of the answer; a path beyond a plain value, or to nothing, is cut off. */
export function knownFields(paths: readonly (readonly string[])[], entity: EntityModel): readonly string[] {
  const shape = shapeOf(entity, []);
  const found = paths.map((path) => spell(shape, path).join('.')).filter((path) => path !== '');
  return [...new Set(found)].filter((path) => !found.some((other) => path.startsWith(`${other}.`))).sort();
}

/** The record with only these members. */
export function pickFields(record: DataRecord, fields: FieldTree): DataRecord {
  const picked: Record<string, unknown> = {};
  for (const [name, below] of fields)
    if (Object.hasOwn(record, name))
      picked[name] = below === true ? record[name] : pickIn(record[name], below);
  return picked;
}

function pickIn(value: unknown, fields: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => pickIn(item, fields));
  return typeof value === 'object' && value !== null ? pickFields(value as DataRecord, fields) : value;
}

type Growing = Map<string, Growing | true>;

function grow(tree: Growing, [name = '', ...rest]: readonly string[]): void {
  const below = tree.get(name);
  if (rest.length === 0) tree.set(name, true);
  else if (below !== true) {
    const next: Growing = below ?? new Map();
    tree.set(name, next);
    grow(next, rest);
  }
}

/** The members an answer may have, by lower-case name. */
type Shape = ReadonlyMap<string, { readonly name: string; readonly below?: Shape }>;

const shapes = new WeakMap<EntityModel, Shape>();

function shapeOf(entity: EntityModel, more: readonly string[]): Shape {
  const own = shapes.get(entity) ?? membersOf(entity.fields);
  shapes.set(entity, own);
  return more.length === 0
    ? own
    : new Map([...own, ...more.map((name) => [name.toLowerCase(), { name }] as const)]);
}

function membersOf(fields: readonly FieldModel[]): Shape {
  return new Map(
    fields.flatMap((field) => {
      const { name, expand } = field;
      const isList = refersToMany(field);
      const inner = field.fields ? membersOf(field.fields) : undefined;
      const below = isList && expand ? expandedOf(expand) : inner;
      const own = [name.toLowerCase(), { name, below }] as const;
      if (!expand || isList) return [own];
      return [own, [expand.as.toLowerCase(), { name: expand.as, below: expandedOf(expand) }] as const];
    }),
  );
}

/** `Id` and expanded members such as `Name` or `Brand.Name`. */
function expandedOf({ fields }: ExpandModel): Shape {
  const shape = new Map<string, { name: string; below?: Shape }>([['id', { name: 'Id' }]]);
  const heads = [...new Set(fields.map((path) => path.split('.')[0] as string))];
  for (const name of heads) {
    const rest = fields
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    shape.set(name.toLowerCase(), {
      name,
      below: rest.length > 0 ? expandedOf({ as: name, fields: rest }) : undefined,
    });
  }
  return shape;
}

/** The part of a path that exists in the answer, in its case. */
function spell(shape: Shape | undefined, [name, ...rest]: readonly string[]): readonly string[] {
  const found = name === undefined ? undefined : shape?.get(name.toLowerCase());
  return found ? [found.name, ...spell(found.below, rest)] : [];
}

function unknown(field: string, shape: Shape) {
  const suggestion = nearestName(field, namesIn(shape));
  if (suggestion) return problem('query.field.unknown-suggest', { field, suggestion });
  return problem('query.field.unknown', { field });
}

function namesIn(shape: Shape): readonly string[] {
  return [...shape.values()].flatMap(({ name, below }) => [
    name,
    ...(below ? namesIn(below).map((inner) => `${name}.${inner}`) : []),
  ]);
}
