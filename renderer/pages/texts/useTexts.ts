import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Locale } from '#engine';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { changesOf, type Drafts, rowsOf, type TextEntry, type TextRow, withDraft } from './textRows.ts';

/** Why texts were not saved; `isPlaced`: shown at its text. */
export type Refusal = { readonly message: string; readonly isPlaced: boolean };

const nothing: Drafts = new Map();

/** Loads the texts of a call, holds drafts and saves them; refusals show at their texts. */
export function useTexts(path: string) {
  const api = useApi();
  const client = useQueryClient();
  const queryKey = useMemo(() => ['list', 'texts', path], [path]);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<readonly TextEntry[]>(path, { signal }),
  });
  const rows = useMemo(() => rowsOf(query.data ?? []), [query.data]);
  const [drafts, setDrafts] = useState(nothing);
  const [issues, setIssues] = useState<ReadonlyMap<string, string>>(nothing);
  const draft = useKeptWork<readonly (readonly [string, string])[]>({
    key: `texts.${path}`,
    value: useMemo(() => [...drafts], [drafts]),
    isChanged: drafts.size > 0,
    restore: (kept) => setDrafts(new Map(kept)),
  });
  const type = useCallback((row: TextRow, locale: Locale, text: string) => {
    setDrafts((before) => withDraft(before, row, locale, text));
    setIssues((before) => (before.size === 0 ? before : nothing));
  }, []);
  const save = useCallback(async (): Promise<Refusal | undefined> => {
    const { body, cells } = changesOf(rows, drafts);
    if (body.length === 0) return undefined;
    try {
      const saved = await api.send<readonly TextEntry[]>('PUT', path, body);
      client.setQueryData(queryKey, saved);
      setDrafts(nothing);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'declined') return { message: '', isPlaced: true };
      const placed = error.validationErrors.flatMap(({ Path, Value }) => {
        const cell = cells.get(Path ?? '');
        return cell ? [[cell, Value] as const] : [];
      });
      setIssues(new Map(placed));
      return { message: error.message, isPlaced: placed.length > 0 };
    }
  }, [api, client, queryKey, path, rows, drafts]);
  return { query, rows, drafts, draft, issues, type, save };
}
