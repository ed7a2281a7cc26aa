import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { GridSnapshot, GridState } from '#engine';
import { GridPager } from './GridPager.tsx';

function pager(page: number, isCapped: boolean) {
  const [grid, snapshot] = [{} as GridState, { page, pageSize: 10 } as GridSnapshot];
  const html = renderToStaticMarkup(
    <GridPager
      grid={grid}
      snapshot={snapshot}
      found={{ total: 10_000, isCapped, countAll: () => undefined }}
    />,
  );
  const isOff = (step: string) =>
    [...html.matchAll(/<button[^>]*>/g)].some(
      ([tag]) => tag.includes(`"ui.grid.${step}"`) && /\sdisabled=/.test(tag),
    );
  return { html, isNextOff: isOff('next'), isLastOff: isOff('last') };
}

it('a list with a capped total says so, allows further pages, and offers to count', () => {
  const { html, isNextOff, isLastOff } = pager(1000, true);
  for (const text of ['range-capped', 'page-capped', 'count-all']) expect(html).toContain(`ui.grid.${text}`);
  expect([isNextOff, isLastOff]).toEqual([false, true]);
});

it('a list with an exact total ends at its last page', () => {
  const { html, isNextOff, isLastOff } = pager(1000, false);
  for (const text of ['range-capped', 'page-capped', 'count-all']) expect(html).not.toContain(text);
  expect([isNextOff, isLastOff]).toEqual([true, true]);
  expect(pager(999, false)).toMatchObject({ isNextOff: false, isLastOff: false });
});
