import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DataRecord, FormBlock } from '#engine';
import { useApi, useModel } from '../data/App.tsx';
import { keys, ownedPath, type Page } from '../data/queries.ts';
import type { ScreenScope } from '../data/screenScope.ts';

/**
 * `$owner` of a form: the record its screen has, and under their name the records it owns beside the one that is
 * edited, where rules ask about them. Until they are there no rule knows of any; the server judges the save.
 */
export function useOwner({ owner: name, entity: id }: FormBlock, scope: ScreenScope): DataRecord | undefined {
  const [api, model] = [useApi(), useModel()];
  const owner = name ? scope.data[name] : undefined;
  const entity = model.entities.get(id);
  const kin = entity?.owner?.ref?.kin;
  const path = entity && kin && owner ? ownedPath(model, entity, String(owner.Id)) : undefined;
  const { data } = useQuery({
    queryKey: keys.list(id, path ?? ''),
    queryFn: ({ signal }) => api.get<Page>(path ?? '', { signal }),
    enabled: path !== undefined,
  });
  const items = data?.Items;
  return useMemo(() => (owner && kin && items ? { ...owner, [kin]: items } : owner), [owner, kin, items]);
}
