/** Resolves a filter against the model: paths, values in field types, lookup members as ids. */
import type { FilterOperator, FilterTree } from '../expression/compileWhere.ts';
import { kinds } from '../fields/registry.ts';
import { wellFormed } from '../text/textKey.ts';
import type { EntityModel, FieldModel, Model } from '../types/modelTypes.ts';
import { askedHops } from './askedHops.ts';
import type { Comparison, TestOperator } from './compareValues.ts';
import { lookupIds } from './lookupValues.ts';
import { type ResolvedPath, resolveReferencePath } from './paths.ts';

/** The path of a test: the references passed (also through lists) and the last field. */
export type FieldPath = {
  readonly through: readonly FieldModel[];
  readonly field: FieldModel;
  /** Conditions on the target of each reference; a target that fails counts as missing. */
  readonly seen?: readonly (Condition | undefined)[];
};

/** Row access by entity; entities not listed are fully visible. */
export type RowLimits = ReadonlyMap<string, FilterTree>;

/**
 * The conditions that stores evaluate. A test asks whether any value at the path passes; a path through lists
 * has many values, an empty field none. So conditions are two-valued, and `not` is plain negation.
 */
export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'constant'; readonly value: boolean }
  | {
      readonly kind: 'test';
      readonly path: FieldPath;
      readonly operator: TestOperator;
      /** Fits the field; a list for `in`; absent for `has`. */
      readonly value?: unknown;
    };

/** A filter names a field the entity lacks: a mistake in a declaration; requests are checked earlier. */
export class UnknownPathError extends Error {
  constructor(entity: string, path: string) {
    super(`${entity} has no stored field '${path}' to filter or sort by.`);
    this.name = 'UnknownPathError';
  }
}

/** Resolves every comparison of the filter against the entity; `limits` apply to records on its paths. */
export function resolveFilter(
  filter: FilterTree,
  entity: EntityModel,
  model: Model,
  limits?: RowLimits,
): Condition {
  if (filter.kind === 'constant') return { kind: 'constant', value: filter.value === true };
  if (filter.kind === 'not') return { kind: 'not', of: resolveFilter(filter.of, entity, model, limits) };
  if (filter.kind !== 'compare') {
    const of = filter.of.map((part) => resolveFilter(part, entity, model, limits));
    return { kind: filter.kind === 'and' ? 'all' : 'any', of };
  }
  const path = resolveStored(filter.path, entity, model, limits);
  const { operator, value } = filter;
  return path.lookupMember ? throughLookup(path, { operator, value }, model) : compare(path, operator, value);
}

/** Resolves a path that must end at a stored field. */
export function resolveStored(
  path: string,
  entity: EntityModel,
  model: Model,
  limits?: RowLimits,
): ResolvedPath & FieldPath {
  const resolved = resolveReferencePath(model.entities, entity, path);
  if (!resolved || [...resolved.through, resolved.field].some((field) => !field.stored || field.records))
    throw new UnknownPathError(entity.id, path);
  return limits && resolved.through.length > 0 ? withLimits(resolved, model, limits) : resolved;
}

/** A reference shows no more of a record than the person may see directly, except its own expansion. */
function withLimits(path: ResolvedPath, model: Model, limits: RowLimits): ResolvedPath & FieldPath {
  const asked = askedHops(path);
  const seen = path.through.map(({ ref }, at) => {
    const target = at < asked ? model.entities.get(ref?.entity ?? '') : undefined;
    const limit = target && limits.get(target.id);
    return limit && resolveFilter(limit, target, model);
  });
  return seen.some((limit) => limit !== undefined) ? { ...path, seen } : path;
}

/** Word fields compare case-insensitively; ids, lookup codes, days and moments exactly. */
export function comparisonOf(field: FieldModel): Comparison {
  return kinds[field.kind].comparison;
}

function compare(path: FieldPath, operator: FilterOperator, value: unknown): Condition {
  const filled: Condition = { kind: 'test', path, operator: 'has' };
  const empty: Condition = { kind: 'not', of: filled };
  if (operator === 'ne')
    return { kind: 'all', of: [filled, { kind: 'not', of: compare(path, 'eq', value) }] };
  if (operator === 'in') return compareIn(path, value, empty);
  if (value === null || value === undefined) return operator === 'eq' ? empty : nothing;
  const fitted = fitTo(value, path.field);
  return fitted === undefined ? nothing : { kind: 'test', path, operator, value: fitted };
}

function compareIn(path: FieldPath, value: unknown, empty: Condition): Condition {
  const entries = Array.isArray(value) ? value : [value];
  const fitted = entries.map((entry) => fitTo(entry, path.field)).filter((entry) => entry !== undefined);
  const within: Condition =
    fitted.length > 0 ? { kind: 'test', path, operator: 'in', value: fitted } : nothing;
  const withEmpty = entries.some((entry) => entry === null || entry === undefined);
  return withEmpty ? { kind: 'any', of: [within, empty] } : within;
}

/** A test that also passes without an item (`eq null`) is negated, so that unknown ids count as empty. */
function throughLookup(
  path: ResolvedPath,
  test: { operator: FilterOperator; value: unknown },
  model: Model,
): Condition {
  const { holding, failing, holdsForNone } = lookupIds(model, {
    lookup: path.field.lookup ?? '',
    member: path.lookupMember ?? '',
    ...test,
  });
  return holdsForNone ? { kind: 'not', of: compare(path, 'in', failing) } : compare(path, 'in', holding);
}

const nothing: Condition = { kind: 'constant', value: false };

/** The value as stored; undefined when the field can never hold it. */
function fitTo(value: unknown, field: FieldModel): unknown {
  if (value === null || value === undefined) return undefined;
  return fitByStorage[field.storage](value, field);
}

const fitByStorage: Record<FieldModel['storage'], (value: unknown, field: FieldModel) => unknown> = {
  text: fitText,
  decimal: number,
  integer: (value, field) =>
    field.kind === 'choice' ? (number(value) ?? fitText(value, field)) : number(value),
  number,
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  json: fitElement,
};

/** An entry of a list of ids or codes. */
function fitElement(value: unknown, { kind }: FieldModel): unknown {
  const { elements } = kinds[kind];
  if (elements === 'ids') return typeof value === 'string' ? value.toLowerCase() : undefined;
  return elements && (typeof value === 'string' || typeof value === 'number') ? value : undefined;
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Numbers stored as decimal text. */
export function isScaled(field: FieldModel): boolean {
  return field.storage === 'decimal';
}

function fitText(value: unknown, field: FieldModel): unknown {
  if (typeof value === 'number' && field.kind === 'choice') return value;
  if (typeof value !== 'string') return undefined;
  const { isId, canonical = wellFormed } = kinds[field.kind];
  return isId ? value.toLowerCase() : canonical(value);
}
