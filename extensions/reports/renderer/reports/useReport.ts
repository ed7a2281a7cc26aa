import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, saveBlob, today, useApi, useDialogs } from '#renderer';
import type { ReportPage } from './ReportViewer.tsx';
import {
  type Choice,
  chosenColumns,
  givenChoice,
  type Reading,
  type ReportConfiguration,
  runBody,
  startChoice,
} from './reportChoice.ts';

/** Of files, by their formats. */
const endings = { PDF: 'pdf', EXCEL: 'xlsx', CSV: 'csv' } as const;

/** Reports with their own PDF viewer. */
const pdfViewers: Readonly<Record<string, string>> = {
  'Incentive Statements': '/report/rewardspdfviewer',
  'DAP Statement': '/report/dapstatementpdfviewer',
};

/** A report, its choices, and its runs. */
export function useReport(id: string, given?: URLSearchParams) {
  const api = useApi();
  const dialogs = useDialogs();
  const query = useQuery({
    queryKey: ['report', id],
    queryFn: ({ signal }) => api.get<ReportConfiguration>(`/report/${id}`, { signal }),
  });
  const [shown, show] = useState<{ readonly id: string; readonly page: ReportPage }>();
  const [reading, setReading] = useState<Reading>({ page: 1 });
  const [changed, change] = useState<{ readonly id: string; readonly choice: Choice }>();
  const choice = changed?.id === id ? changed.choice : query.data && startOf(query.data, given);
  const alertErrors = (error: unknown) =>
    void dialogs.alert(
      error instanceof ApiError ? (error.body.Errors ?? [error.message]).join('\n') : String(error),
    );
  const body = () => (query.data && choice ? runBody(query.data.ReportConfigurationFilters, choice) : {});
  const address = (path: string, more: string) =>
    `${path}?id=${id}&path=${encodeURIComponent(query.data?.ReportPath ?? '')}&${more}`;
  const viewing = useMutation({
    mutationFn: (wanted: Reading) =>
      api.send<ReportPage>(
        'POST',
        address('/report/viewer', `format=HTML4.0&page=${wanted.page}`),
        { ...body(), ...readingBody(wanted) },
        { intent: 'reads' },
      ),
    onSuccess: (page, wanted) => {
      show({ id, page });
      setReading(wanted);
    },
    onError: alertErrors,
  });
  const saving = useMutation({
    mutationFn: async (format: keyof typeof endings) => {
      const name = query.data?.Report?.Name ?? query.data?.ReportConfigurationName ?? '';
      const own = format === 'PDF' ? pdfViewers[name] : undefined;
      const content = await api.download(address(own ?? '/report/fileviewer', `format=${format}`), {
        method: 'POST',
        body: body(),
      });
      const usual = `report.${endings[format]}`;
      saveBlob(content, content instanceof File ? content.name : usual);
    },
    onError: alertErrors,
  });
  return {
    query,
    shown: shown?.id === id ? shown.page : undefined,
    choice,
    change: (next: Choice) => change({ id, choice: next }),
    viewing,
    reading,
    /** Shows another page or changes the view; what is omitted stays, except the search. */
    turn: (page: number, more: Partial<Omit<Reading, 'page'>> = {}) =>
      viewing.mutate({ ...reading, find: undefined, bookmark: undefined, ...more, page }),
    saving,
    alertErrors,
  };
}

/** The initial choices of a report. */
export function startOf(configuration: ReportConfiguration, given = new URLSearchParams()): Choice {
  const filters = configuration.ReportConfigurationFilters;
  return {
    chosen: { ...startChoice(filters, today()), ...givenChoice(filters, given) },
    columns: chosenColumns(configuration),
    order: configuration.ReportConfigurationColumnSortOrders,
  };
}

/** The view state as sent to the server. */
export const readingBody = ({ toggled, sorted, find, bookmark }: Reading) => ({
  ...(bookmark ? { Bookmark: bookmark } : {}),
  ...(toggled ? { Toggled: toggled } : {}),
  ...(sorted ? { Sorted: sorted } : {}),
  ...(find ? { Find: find } : {}),
});
