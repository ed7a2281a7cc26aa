import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { bulkPreviewRows, bulkRows, type DataRecord } from '#engine';
import { ApiError } from '../data/ApiError.ts';
import { useApi } from '../data/App.tsx';
import type { Api } from '../data/createApi.ts';
import { useDialogs, useToast } from '../data/dialogs.tsx';
import type { Intent } from '../data/intents.ts';
import { useMessage } from '../data/messages.tsx';
import { outcomeOfJob, tellJob } from '../data/outcome.ts';
import type { Page } from '../data/queries.ts';

/** Whether one record accepts the change. */
export type BulkVerdict = {
  readonly Id: string;
  readonly Name: string;
  readonly Revision: number | null;
  readonly Outcome: 'change' | 'same' | 'refused';
  readonly Messages: readonly string[];
};

type BulkAsked = { readonly field: string; readonly value: unknown };

type Bulk = {
  /** Progress of the preview, 0 to 1. */
  readonly share: number | undefined;
  readonly verdicts: readonly BulkVerdict[] | undefined;
  readonly preview: (asked: BulkAsked, ids: () => Promise<readonly string[]>) => Promise<void>;
  /** Resolves to true once the change was made. */
  readonly apply: (asked: BulkAsked, mode: 'all' | 'each', intent: Intent) => Promise<boolean>;
  /** Drops the verdicts and stops a running preview. */
  readonly forget: () => void;
};

/** Previews a change on every record, and applies it. */
export function useBulk(list: string): Bulk {
  const api = useApi();
  const run = useRun(list);
  const [share, setShare] = useState<number>();
  const [verdicts, setVerdicts] = useState<readonly BulkVerdict[]>();
  const round = useRef(0);
  const forget = () => {
    round.current += 1;
    setShare(undefined);
    setVerdicts(undefined);
  };
  return {
    share,
    verdicts,
    forget,
    preview: async ({ field, value }, ids) => {
      forget();
      const mine = round.current;
      const isOver = () => round.current !== mine;
      setShare(0);
      try {
        const found = await askAll(api, { List: list, Field: field, Value: value }, await ids(), {
          isOver,
          report: setShare,
        });
        if (!isOver()) setVerdicts(found);
      } catch (error) {
        if (!isOver()) throw error;
      } finally {
        if (!isOver()) setShare(undefined);
      }
    },
    apply: (asked, mode, intent) => run({ ...asked, mode, intent }, verdicts ?? []),
  };
}

type Running = BulkAsked & { readonly mode: 'all' | 'each'; readonly intent: Intent };

/** Runs the change as a job with progress and reports its end; false if it was cancelled. */
function useRun(list: string) {
  const [api, client, dialogs] = [useApi(), useQueryClient(), useDialogs()];
  const [say, toast] = [useMessage(), useToast()];
  return async ({ field, value, mode, intent }: Running, verdicts: readonly BulkVerdict[]) => {
    const asked = verdicts.filter(({ Outcome }) => mode === 'all' || Outcome === 'change');
    const Rows = asked.map(({ Id, Revision }) => ({ Id, Revision }));
    const body = { List: list, Field: field, Value: value, Mode: mode, Rows };
    const { JobId } = await api.send<{ JobId: string }>('POST', '/bulk', body, { intent });
    const end = await dialogs.job({ id: JobId, title: say('ui.bulk.running') });
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'preference' });
    if (end.Status === 'failed') throw new ApiError(422, end.Problem ?? {});
    if (end.Status === 'cancelled')
      toast.show(say(mode === 'all' ? 'ui.bulk.cancelled-all' : 'ui.bulk.cancelled-each'), 'info');
    // Its notes say it all, each count by itself.
    else if (outcomeOfJob(end) === 'done')
      for (const note of end.Result?.Notes ?? []) toast.show(note, 'success');
    else tellJob(end, { toasts: toast, say, success: 'ui.saved', about: `bulk ${list}` });
    return true;
  };
}

type Watched = { readonly isOver: () => boolean; readonly report: (share: number) => void };

/** Asks in batches, to keep calls short and to show progress. */
async function askAll(
  api: Api,
  asked: DataRecord,
  ids: readonly string[],
  { isOver, report }: Watched,
): Promise<readonly BulkVerdict[]> {
  const found: BulkVerdict[] = [];
  for (let at = 0; at < ids.length && !isOver(); at += bulkPreviewRows) {
    const Ids = ids.slice(at, at + bulkPreviewRows);
    const { Items } = await api.send<{ Items: readonly BulkVerdict[] }>(
      'POST',
      '/bulk/preview',
      { ...asked, Ids },
      { intent: 'reads' },
    );
    found.push(...Items);
    report(found.length / ids.length);
  }
  return found;
}

/** Ids of all rows that match the current filters, up to the limit of a bulk change. */
export async function idsOfAll(api: Api, address: string): Promise<readonly string[]> {
  const [path = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  const size = 1000;
  query.set('pageSize', String(size));
  query.set('$fields', 'Id');
  const ids: string[] = [];
  for (let page = 1; ids.length < bulkRows; page += 1) {
    query.set('page', String(page));
    const { Items } = await api.get<Page>(`${path}?${query}`);
    ids.push(...Items.map(({ Id }) => String(Id)));
    if (Items.length < size) break;
  }
  return ids.slice(0, bulkRows);
}
