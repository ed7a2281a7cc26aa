import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DataRecord, type FormBlock, routeOfCall } from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { fillPath } from '../data/fillPath.ts';
import { useMessage } from '../data/messages.tsx';
import { keys } from '../data/queries.ts';
import { readUpTo } from '../data/readUpTo.ts';
import type { ScreenScope } from '../data/screenScope.ts';

type Options = {
  readonly block: FormBlock;
  readonly scope: ScreenScope;
  readonly list: NonNullable<FormBlock['list']>;
};

type Found = {
  readonly rows: readonly DataRecord[] | undefined;
  /** Why loading failed; undefined otherwise. */
  readonly error: string | undefined;
  readonly reload: () => void;
};

/** A list, bare or as one page. */
type Answer = readonly DataRecord[] | { readonly Items: readonly DataRecord[] };

/** A list of a record that has its own call. */
export function useRecordList({ block, scope, list }: Options): Found {
  const [api, model, client, say] = [useApi(), useModel(), useQueryClient(), useMessage()];
  const path = fillPath(list.path, { route: scope.route, data: scope.data, user: scope.user });
  const [address = ''] = list.path.split('?');
  const route = routeOfCall(model, { method: 'GET', route: address });
  const [showsProgress, isPaged] = [route?.progress === true, route?.operation === 'find'];
  const queryKey = keys.list(block.entity, path);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      if (!isPaged) return itemsOf(await api.get<Answer>(path, { signal, showsProgress }));
      const { items, total, isCut } = await readUpTo(api, path, { signal });
      // A form must not save part of a list as the whole.
      if (isCut) throw new Error(say('ui.list.too-long', { count: items.length, total }));
      return items;
    },
  });
  return {
    rows: query.data,
    error: query.isError ? query.error.message : undefined,
    reload: () => void client.invalidateQueries({ queryKey }),
  };
}

const itemsOf = (answer: Answer): readonly DataRecord[] => ('Items' in answer ? answer.Items : answer);
