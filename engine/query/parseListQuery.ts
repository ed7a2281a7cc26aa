/** Parses the query string of a list (`page`, `sortFields`, `FilterProperty` …), or returns a problem. */
import type { FilterTree } from '../expression/types.ts';
import type { Sort } from '../types/basicTypes.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';
import { collectParameters, type ListParameters } from './listParameters.ts';
import { parseFilters } from './parseFilters.ts';
import type { Reader } from './parseValue.ts';
import { parseWhere } from './parseWhere.ts';
import { type Problem, ProblemError, problem } from './problem.ts';
import { requestPath } from './requestPath.ts';

export type ListQuery = {
  readonly filter?: FilterTree;
  readonly sort: readonly Sort[];
  /** Absent: all rows. */
  readonly page?: { readonly number: number; readonly size: number };
};

export type ListQueryResult =
  | { readonly query: ListQuery; readonly problem?: undefined }
  | { readonly query?: undefined; readonly problem: Problem };

type Asking = {
  readonly model: Model;
  /** The person's day, for periods relative to it. */
  readonly today?: string | undefined;
  /** The default page size. */
  readonly pageSize?: number | undefined;
} & Reader;

/** Parses and checks; parameter and field names are case-insensitive, unknown parameters are ignored. */
export function parseListQuery(
  params: URLSearchParams,
  entity: EntityModel,
  { model, today, pageSize = model.settings.pageSize, ...reader }: Asking,
): ListQueryResult {
  try {
    const list = collectParameters(params);
    const [filter, sort, page] = [
      both(
        parseFilters(list, entity, { model, ...reader }),
        parseWhere(list.$where, { entity, model, today, ...reader }),
      ),
      parseSort(list, entity, model),
      parsePage(list, model, pageSize),
    ];
    return { query: { ...(filter ? { filter } : {}), sort, ...(page ? { page } : {}) } };
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem };
    throw error;
  }
}

function both(one: FilterTree | undefined, other: FilterTree | undefined): FilterTree | undefined {
  return one && other ? { kind: 'and', of: [one, other] } : (one ?? other);
}

function parseSort(list: ListParameters, entity: EntityModel, model: Model): readonly Sort[] {
  if (list.sortdirections.length > list.sortfields.length)
    throw problem('query.sort.count', {
      fields: list.sortfields.length,
      directions: list.sortdirections.length,
    });
  return list.sortfields.map((field, index) => {
    const found = requestPath(field, entity, model);
    if (!found.sortable) throw problem('query.sort.field', { field: found.path });
    return { path: found.path, direction: parseDirection(list.sortdirections[index]) };
  });
}

function parseDirection(text: string | undefined): 'asc' | 'desc' {
  if (text === undefined || text === '1') return 'asc';
  if (text === '0') return 'desc';
  throw problem('query.sort.direction', { value: text });
}

function parsePage(list: ListParameters, model: Model, usualSize: number): ListQuery['page'] {
  const number = wholeNumber(list.page.at(-1), 1);
  const size = wholeNumber(list.pagesize.at(-1), usualSize);
  if (number === undefined || number < 1) throw problem('query.page', { value: list.page.at(-1) });
  if (size === undefined || size > model.settings.maximumPageSize)
    throw problem('query.page-size', { value: list.pagesize.at(-1), limit: model.settings.maximumPageSize });
  return size === 0 ? undefined : { number, size };
}

/** Nine digits keep the offset (page × size) a safe integer. */
function wholeNumber(text: string | undefined, fallback: number): number | undefined {
  if (text === undefined || text === '') return fallback;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
