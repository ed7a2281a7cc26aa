import { useQuery } from '@tanstack/react-query';
import { useApi } from '../data/App.tsx';
import { keys } from '../data/queries.ts';

/** Result of a job, worded by the server in the person's language. */
export type Notification = {
  readonly Id: string;
  readonly Kind?: string;
  readonly Title: string;
  readonly About: string | null;
  readonly Outcome: 'done' | 'partly' | 'failed' | 'cancelled';
  readonly RowCount: number | null;
  readonly Notes: readonly string[];
  readonly Problems: readonly string[];
  readonly FindingCount: number;
  readonly To: string | null;
  readonly FinishedDate: string;
  readonly ReadDate: string | null;
};

export type NotificationPage = {
  readonly Items: readonly Notification[];
  readonly TotalItems: number;
  readonly Unread: number;
};

/** The newest `size` notifications; refetched when the server reports a new or read one. */
export function useNotifications(size: number) {
  const api = useApi();
  const path = `/notification?pageSize=${size}`;
  return useQuery({
    queryKey: keys.list('notification', path),
    queryFn: ({ signal }) => api.get<NotificationPage>(path, { signal }),
    placeholderData: (before) => before,
  });
}
