import { useQueries } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { DataRecord, FormBlock } from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { keys, ownedPath } from '../data/queries.ts';
import { readUpTo } from '../data/readUpTo.ts';
import type { ScreenScope } from '../data/screenScope.ts';

/**
 * `$owner` of a form: the screen's owner record, with its other owned records under their names if rules ask
 * for them. Until they load, rules see none; the server has the final say.
 */
export function useOwner({ owner: name, entity: id }: FormBlock, scope: ScreenScope): DataRecord | undefined {
  const [api, model] = [useApi(), useModel()];
  const owner = name ? scope.data[name] : undefined;
  const kin = Object.entries(model.entities.get(id)?.owner?.ref?.kin ?? {});
  return useQueries({
    queries: kin.map(([called, of]) => {
      const entity = model.entities.get(of);
      const path = entity && owner ? ownedPath(model, entity, String(owner.Id)) : undefined;
      return {
        queryKey: keys.list(of, path ?? ''),
        queryFn: ({ signal }: { signal: AbortSignal }) => readUpTo(api, path ?? '', { signal }),
        // Rules over all records would be wrong on a part; leave them to the server.
        select: ({ items, isCut }: Awaited<ReturnType<typeof readUpTo>>) =>
          isCut ? undefined : ([called, items] as const),
        enabled: path !== undefined,
      };
    }),
    combine: useCallback(
      (answers: readonly { readonly data?: readonly [string, readonly DataRecord[]] | undefined }[]) => {
        const lists = answers.flatMap(({ data }) => (data ? [data] : []));
        return owner && lists.length > 0 ? { ...owner, ...Object.fromEntries(lists) } : owner;
      },
      [owner],
    ),
  });
}
