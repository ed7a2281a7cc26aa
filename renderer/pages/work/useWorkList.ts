/** The lists of background work, and what people do there. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { errorText } from '../../data/errorText.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';

export type WorkState = 'due' | 'running' | 'done' | 'failed' | 'cancelled';

export type WorkItem = {
  readonly Id: string;
  readonly Source: string;
  readonly Title: string;
  readonly About: string | null;
  readonly State: WorkState;
  readonly Person: string | null;
  readonly Date: string;
  readonly NextDate: string | null;
  readonly Milliseconds: number | null;
  readonly Attempts: number | null;
  readonly Done: number | null;
  readonly Share: number | null;
  readonly Reason: string | null;
  readonly To: string | null;
  readonly Verbs: readonly ('cancel' | 'again' | 'now')[];
};

export type Scheduled = {
  readonly Id: string;
  readonly Source: string;
  readonly Title: string;
  readonly About: string | null;
  readonly Person: string | null;
  readonly NextDate: string | null;
  readonly LastDate: string | null;
  readonly LastState: WorkState | null;
  readonly Waiting: number | null;
  readonly To: string | null;
  readonly PausedBy: string | null;
  readonly PausedDate: string | null;
  readonly Verbs: readonly ('now' | 'pause' | 'continue')[];
};

/** A screen shows this many rows; more follow on demand, as far as the server gives at once. */
export const pageSize = 25;
export const mostShown = 100;

type Work = { readonly Items: readonly WorkItem[]; readonly Next: string | null };

/** Refetched when the server says that work went on. */
export function useWorkList(filters: URLSearchParams, size: number) {
  const [api, language] = [useApi(), useLocale()];
  const query = callOf(filters, size);
  return useQuery<Work>({
    queryKey: ['list', 'work', query, language],
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get<Work>(`/background-work?${query}`, { signal }),
  });
}

type Schedules = { readonly Items: readonly Scheduled[]; readonly Sources: readonly string[] };

export function useSchedules() {
  const [api, language] = [useApi(), useLocale()];
  return useQuery({
    queryKey: ['list', 'work', 'schedule', language],
    queryFn: ({ signal }) => api.get<Schedules>('/background-work/schedule', { signal }),
  });
}

const none: readonly string[] = [];

/** The sources whose runs may concern this person. */
export const useWorkSources = (): readonly string[] => useSchedules().data?.Sources ?? none;

export const workFilters = ['source', 'state', 'person', 'since', 'until', 'after'] as const;

/** Days are in the person's time zone; `until` includes its day. */
function callOf(filters: URLSearchParams, size: number): string {
  const query = new URLSearchParams({ pageSize: String(size) });
  for (const name of workFilters) {
    const value = filters.get(name) ?? '';
    const said = name === 'since' || name === 'until' ? momentOf(name, value) : value;
    if (said !== '') query.set(name, said);
  }
  return query.toString();
}

function momentOf(name: 'since' | 'until', value: string): string {
  // Ignores a partly typed date.
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return '';
  const [year = 0, month = 1, day = 1] = value.split('-').map(Number);
  return new Date(year, month - 1, day + (name === 'until' ? 1 : 0)).toISOString();
}

/** Sends one step and says what came of it. */
export function useAct(path: string) {
  const [api, client, toast, say] = [useApi(), useQueryClient(), useToast(), useMessage()];
  const [busy, setBusy] = useState<string>();
  const act = async (verb: string) => {
    setBusy(verb);
    try {
      await api.send('POST', `${path}/${verb}`, undefined, { intent: 'same-content' });
      toast.show(say(`work.done.${verb}`), 'success');
    } catch (error) {
      toast.show(errorText(error, say), 'error', 'work');
    } finally {
      setBusy(undefined);
      await client.invalidateQueries({ queryKey: ['list', 'work'] });
    }
  };
  return { busy, act };
}
