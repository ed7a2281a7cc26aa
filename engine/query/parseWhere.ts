/** Resolves conditions that people build (`$where`) to a filter: the same operators and values as any filter. */
import type { FilterTree } from '../expression/types.ts';
import { kinds } from '../fields/registry.ts';
import { dayRange } from '../text/dayRange.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';
import { filterOf, valueText } from './parseFilters.ts';
import type { Reader } from './parseValue.ts';
import { problem } from './problem.ts';
import { relativeDays } from './relativeDays.ts';
import { requestPath } from './requestPath.ts';
import {
  isGroup,
  parseWhereText,
  partsOf,
  type WhereCondition,
  type WherePart,
  whereLimits,
} from './whereTree.ts';

type Resolving = {
  readonly entity: EntityModel;
  readonly model: Model;
  /** The person's day; without it, no period is relative to it. */
  readonly today: string | undefined;
} & Reader;

/** The filter of `$where`; undefined without one. */
export function parseWhere(texts: readonly string[], resolving: Resolving): FilterTree | undefined {
  const filters = texts
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const where = parseWhereText(text);
      if (!where) throw problem('query.where', { limit: whereLimits.conditions, depth: whereLimits.depth });
      return treeOf(where, resolving);
    });
  return filters.length > 1 ? { kind: 'and', of: filters } : filters[0];
}

function treeOf(where: WherePart, resolving: Resolving): FilterTree {
  if (!isGroup(where)) return conditionOf(where, resolving);
  const of = partsOf(where).map((part) => treeOf(part, resolving));
  return { kind: where.all ? 'and' : 'or', of };
}

function conditionOf({ path, operator, value }: WhereCondition, resolving: Resolving): FilterTree {
  const { entity, model, zone, me } = resolving;
  const target = requestPath(path, entity, model);
  const text = valueText(value, target.path);
  return operator === 'within'
    ? withinPeriod(target, text, resolving)
    : filterOf(target, { operator, text, zone, me });
}

function withinPeriod(
  { path, field, lookupMember }: ReturnType<typeof requestPath>,
  text: string,
  { zone, today }: Resolving,
): FilterTree {
  const { day } = kinds[field.kind];
  const span = today === undefined ? undefined : relativeDays(text, today);
  if (!day || lookupMember) throw problem('query.within.field', { field: path });
  if (!span) throw problem('query.within.value', { field: path, value: text });
  const at = (value: string) => (day === 'moment' ? dayRange(value, zone).from : value);
  const of: FilterTree[] = [];
  if (span.from !== undefined) of.push({ kind: 'compare', path, operator: 'ge', value: at(span.from) });
  if (span.to !== undefined) of.push({ kind: 'compare', path, operator: 'lt', value: at(span.to) });
  return { kind: 'and', of };
}
