import { describe, expect, it } from 'vitest';
import type { Api } from './createApi.ts';
import { mostRecords, readUpTo } from './readUpTo.ts';

/** A list of `count` records that answers in pages, or all at once. */
function serving(count: number, { isPaged = true } = {}) {
  const asked: string[] = [];
  const all = Array.from({ length: count }, (_, at) => ({ Id: String(at) }));
  const get = async (path: string) => {
    asked.push(path);
    const query = new URLSearchParams(path.split('?')[1]);
    const [page, size] = ['page', 'pageSize'].map((name) => Number(query.get(name))) as [number, number];
    if (!isPaged) return all;
    return { Items: all.slice((page - 1) * size, page * size), TotalItems: count };
  };
  return { asked, api: { get } as unknown as Api };
}

describe('a list that is needed as a whole', () => {
  it('is read page by page, up to a bound that is reported', async () => {
    for (const [count, pages] of [
      [0, 1],
      [1000, 1],
      [1001, 2],
      [mostRecords, 5],
    ] as const) {
      const { api, asked } = serving(count);
      const found = await readUpTo(api, '/brand?x=1');
      expect([found.items.length, found.total, found.isCut]).toEqual([count, count, false]);
      expect(asked).toHaveLength(pages);
      expect(asked[0]).toBe('/brand?x=1&page=1&pageSize=1000');
    }
    const { api, asked } = serving(mostRecords + 1);
    const cut = await readUpTo(api, '/brand');
    expect([cut.items.length, cut.total, cut.isCut]).toEqual([mostRecords, mostRecords + 1, true]);
    expect(asked).toHaveLength(5);
  });

  it('is requested once if it has no pages', async () => {
    const { api, asked } = serving(1000, { isPaged: false });
    expect((await readUpTo(api, '/lookup')).items).toHaveLength(1000);
    expect(asked).toHaveLength(1);
  });
});
