import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useApi } from '../../data/App.tsx';
import { useLocale } from '../../data/messages.tsx';

/** The record that an activity block is about. */
export type About = { readonly entity: string; readonly id: string };

export const pathOf = ({ entity, id }: About, below = ''): string => `/activity/${entity}/${id}${below}`;

/** Below the key of the record: a change of the record, or of what surrounds it, asks again. */
const keyOf = ({ entity, id }: About, ...rest: readonly string[]) =>
  ['record', entity, id, 'activity', ...rest] as const;

/** What the server says about a part of what surrounds the record. */
export function useAround<Answer>(about: About, below: string, isAsked = true) {
  const api = useApi();
  const language = useLocale();
  return useQuery<Answer>({
    queryKey: keyOf(about, below, language),
    enabled: isAsked,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get<Answer>(pathOf(about, below), { signal }),
  });
}

/** Asks again for everything that surrounds the record. */
export function useAskAgain(about: About): () => Promise<void> {
  const client = useQueryClient();
  const { entity, id } = about;
  return useCallback(
    () => client.invalidateQueries({ queryKey: keyOf({ entity, id }) }),
    [client, entity, id],
  );
}

export type Rights = {
  readonly MayComment: boolean;
  readonly MayAttach: boolean;
  readonly MayRestore: boolean;
  readonly MayDuplicate: boolean;
};
