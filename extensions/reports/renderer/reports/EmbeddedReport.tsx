import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card, ErrorState, Link, Skeleton, useApi, useLocale, useMessage } from '#renderer';
import { type ReportPage, ReportViewer } from './ReportViewer.tsx';
import type { Reading, ReportConfiguration } from './reportChoice.ts';
import { readingBody } from './useReport.ts';

type Props = {
  readonly id: string;
  /** Filter values set by the screen, by parameter; others are as saved. */
  readonly narrow: Readonly<Record<string, string>>;
};

/** A report embedded in another screen: as saved, page by page, with a link to the full report. */
export function EmbeddedReport({ id, narrow }: Props) {
  const api = useApi();
  const say = useMessage();
  const language = useLocale();
  const [reading, read] = useState<Reading>({ page: 1 });
  const configuration = useQuery({
    queryKey: ['report', id],
    queryFn: ({ signal }) => api.get<ReportConfiguration>(`/report/${id}`, { signal }),
  });
  const view = useQuery({
    queryKey: ['report', id, 'page', narrow, reading, language],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.send<ReportPage>(
        'POST',
        `/report/viewer?id=${id}&format=HTML4.0&page=${reading.page}`,
        { Filters: narrow, ...readingBody(reading) },
        { signal, intent: 'reads' },
      ),
  });
  const error = configuration.error ?? view.error;
  const title = configuration.data?.ReportConfigurationName;
  const actions = <Link to={`/report/${id}`}>{say('dashboard.report')}</Link>;
  if (error)
    return (
      <Card id={`report-${id}`} title={title}>
        <ErrorState text={error.message} onRetry={() => void view.refetch()} />
      </Card>
    );
  if (!view.data) return <Skeleton look="rows" lines={6} />;
  return (
    <ReportViewer
      id={`report-${id}`}
      page={view.data}
      reading={reading}
      busy={view.isFetching}
      turn={(page, more = {}) => read({ ...reading, find: undefined, bookmark: undefined, ...more, page })}
      title={title}
      beside={actions}
    />
  );
}
