import { useQueries } from '@tanstack/react-query';
import { listQuery, type SummaryBlock } from '#engine';
import { useApp } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { fillPath } from '../data/fillPath.ts';
import { keys, type Page } from '../data/queries.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/ScreenScope.tsx';

export type SummaryLists = {
  /** What has arrived, by name; a list the person may not see is not there. */
  readonly lists: Readonly<Record<string, Page>>;
  readonly isReady: boolean;
};

/** The lists of a summary; the same question as a grid's is asked once for both, and again whenever it is for the grid. */
export function useSummaryLists({ lists }: SummaryBlock, scope: ScreenScope): SummaryLists {
  const { api, model, session } = useApp();
  const values = expressionScope(scope);
  const asked = lists.filter(({ entity }) => {
    const view = model.entities.get(entity)?.policy.view;
    return view !== undefined && allows(view, session.user.Features);
  });
  const answers = useQueries({
    queries: asked.map(({ entity, find, where, sort, pageSize }) => {
      const filters = where.map((filter) => ({ ...filter, value: evaluateOn(filter.value, values, '') }));
      const path = `${fillPath(find, scope)}?${listQuery({ page: 1, pageSize, sort, filters })}`;
      return {
        queryKey: keys.list(entity, path),
        queryFn: ({ signal }: { signal: AbortSignal }) => api.get<Page>(path, { signal }),
      };
    }),
  });
  const pages = asked.flatMap(({ name }, index) => {
    const page = answers[index]?.data;
    return page ? [[name, page] as const] : [];
  });
  return { lists: Object.fromEntries(pages), isReady: answers.every(({ isPending }) => !isPending) };
}
