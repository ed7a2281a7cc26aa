import { type DataRecord, largestPage } from '#engine';
import type { Api } from './createApi.ts';
import type { Page } from './queries.ts';

/** Most records held at once when a whole list is needed. */
export const mostRecords = 5000;

type Found = {
  readonly items: readonly DataRecord[];
  readonly total: number;
  /** There are more records than were read. */
  readonly isCut: boolean;
  /** There may be records that the person may not see. */
  readonly isPartial: boolean;
};

type Options = { readonly signal?: AbortSignal; readonly most?: number | undefined };

/**
 * Reads a list page by page, up to a bound, for callers that need all of it. A list without pages answers at
 * once. Callers tell the person if the result `isCut`.
 */
export async function readUpTo(api: Api, path: string, { signal, most }: Options = {}): Promise<Found> {
  const bound = most || mostRecords;
  const size = Math.min(bound, largestPage);
  const items = new Map<unknown, DataRecord>();
  let total = 0;
  let isPartial = false;
  for (let page = 1; ; page += 1) {
    const paged = `${path}${path.includes('?') ? '&' : '?'}page=${page}&pageSize=${size}`;
    const found = await api.get<Page | readonly DataRecord[]>(paged, signal ? { signal } : {});
    const records = 'Items' in found ? found.Items : found;
    const before = items.size;
    for (const record of records) items.set(record.Id ?? items.size, record);
    total = 'Items' in found ? (found.TotalItems ?? items.size) : items.size;
    isPartial ||= 'Items' in found && found.IsPartial === true;
    const isEnd = records.length !== size || page * size >= total || items.size === before;
    if (isEnd || items.size >= bound) break;
  }
  const read = [...items.values()];
  return { items: read, total: Math.max(total, read.length), isCut: total > read.length, isPartial };
}
