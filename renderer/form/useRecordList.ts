import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type DataRecord, type FormBlock, routeOfCall } from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { fillPath } from '../data/fillPath.ts';
import { keys } from '../data/queries.ts';
import type { ScreenScope } from '../data/screenScope.ts';

type Options = {
  readonly block: FormBlock;
  readonly scope: ScreenScope;
  readonly list: NonNullable<FormBlock['list']>;
};

type Found = {
  readonly rows: readonly DataRecord[] | undefined;
  /** Why there are none; undefined while there is hope. */
  readonly error: string | undefined;
  readonly reload: () => void;
};

/** A list, or all of it as one page. */
type Answer = readonly DataRecord[] | { readonly Items: readonly DataRecord[] };

/** A list of a record that a call of its own answers. */
export function useRecordList({ block, scope, list }: Options): Found {
  const [api, model, client] = [useApi(), useModel(), useQueryClient()];
  const path = fillPath(list.path, { route: scope.route, data: scope.data, user: scope.user });
  const [address = ''] = list.path.split('?');
  const showsProgress = routeOfCall(model, { method: 'GET', route: address })?.progress === true;
  const queryKey = keys.list(block.entity, path);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await api.get<Answer>(path, { signal, showsProgress });
      return 'Items' in answer ? answer.Items : answer;
    },
  });
  return {
    rows: query.data,
    error: query.isError ? query.error.message : undefined,
    reload: () => void client.invalidateQueries({ queryKey }),
  };
}
