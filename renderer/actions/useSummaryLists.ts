import { type QueryClient, useQueries } from '@tanstack/react-query';
import { listQuery, type Model, type Scope, type SummaryBlock, type SummaryCheck } from '#engine';
import { useApp } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import type { Api } from '../data/createApi.ts';
import { fillPath } from '../data/fillPath.ts';
import { keys, type Page } from '../data/queries.ts';
import { readUpTo } from '../data/readUpTo.ts';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';

type SummaryLists = {
  /** Loaded lists by name; lists that the person may not see are missing. */
  readonly lists: Readonly<Record<string, Page>>;
  readonly isReady: boolean;
};

type Ports = { readonly api: Api; readonly model: Model; readonly features: readonly string[] };

/** Loads the lists of a summary. Query keys are shared with grids, so one request serves both. */
export function useSummaryLists(block: SummaryBlock, scope: ScreenScope): SummaryLists {
  const { api, model, session } = useApp();
  const asked = questionsOf(block, scope, { api, model, features: session.user.Features });
  const answers = useQueries({ queries: asked.map(({ question }) => question) });
  const pages = asked.flatMap(({ name }, index) => {
    const page = answers[index]?.data;
    return page ? [[name, page] as const] : [];
  });
  return { lists: Object.fromEntries(pages), isReady: answers.every(({ isPending }) => !isPending) };
}

/** The same outside React: fetches what the checks read unless it is cached. */
export async function summaryValues(
  block: SummaryBlock,
  scope: ScreenScope,
  { client, ...ports }: Ports & { readonly client: QueryClient },
): Promise<Scope> {
  const asked = questionsOf(block, scope, ports);
  const pages = await Promise.all(
    asked.map(async ({ name, question }) => [name, await client.fetchQuery(question)] as const),
  );
  return valuesWith(Object.fromEntries(pages), scope);
}

/** The scope of the expressions of a summary. */
export function valuesWith(lists: SummaryLists['lists'], scope: ScreenScope): Scope {
  const base = expressionScope(scope);
  return { ...base, vars: { ...base.vars, lists } };
}

/** The checks visible to this person for this record; empty if the block hides its checks. */
export function checksShown(
  block: SummaryBlock,
  values: Scope,
  features: readonly string[],
): readonly SummaryCheck[] {
  if (evaluateOn(block.checksVisible, values, !block.checksVisible) !== true) return [];
  return block.checks.filter(
    ({ access, visible }) => allows(access, features) && evaluateOn(visible, values, !visible) === true,
  );
}

function questionsOf({ lists }: SummaryBlock, scope: ScreenScope, { api, model, features }: Ports) {
  const values = expressionScope(scope);
  return lists.flatMap(({ name, entity, find, where, sort, pageSize }) => {
    const view = model.entities.get(entity)?.policy.view;
    if (view === undefined || !allows(view, features)) return [];
    const filters = where.map((filter) => ({ ...filter, value: evaluateOn(filter.value, values, '') }));
    const query = listQuery({ page: 1, pageSize, sort, filters });
    const path = `${fillPath(find, scope)}?${query}`;
    const queryFn = ({ signal }: { signal: AbortSignal }) =>
      pageSize === 0 ? readWhole(api, path, signal) : api.get<Page>(path, { signal });
    return [{ name, question: { queryKey: keys.list(entity, path), queryFn } }];
  });
}

/** Reads a whole list, up to the limit of the client. */
async function readWhole(api: Api, path: string, signal: AbortSignal): Promise<Page> {
  const [address = '', query = ''] = path.split('?');
  const params = new URLSearchParams(query);
  for (const name of ['page', 'pageSize']) params.delete(name);
  const { items, total, isPartial } = await readUpTo(api, `${address}?${params}`, { signal });
  return { Items: items, TotalItems: total, ...(isPartial && { IsPartial: true }) };
}
