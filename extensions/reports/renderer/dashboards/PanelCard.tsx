import type { UseQueryResult } from '@tanstack/react-query';
import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Card, ErrorState, IconButton, Skeleton, useMessage } from '#renderer';
import type { Opening } from './groups.ts';
import { PanelContent } from './PanelContent.tsx';
import type { PanelData, PanelKind } from './types.ts';

type Props = {
  readonly id: string;
  readonly kind: PanelKind;
  /** Until the data says its own. */
  readonly title: string;
  readonly query: Pick<UseQueryResult<PanelData>, 'data' | 'error' | 'refetch'>;
  readonly actions?: ReactNode;
  /** Where the records behind a figure are. */
  readonly opening?: Opening | undefined;
  /** Of a number that is that of a report. */
  readonly report?: string | undefined;
  readonly children?: ReactNode;
};

/** The title and content of a panel, and the table behind its chart. */
export function PanelCard({ id, kind, query, actions, opening, report, children, ...props }: Props) {
  const say = useMessage();
  const { data, error, refetch } = query;
  const [isTable, showTable] = useState(false);
  const title = data?.Title ?? props.title;
  return (
    <Card
      id={id}
      title={title}
      actions={
        <>
          {isChart(kind, data) && (
            <IconButton
              size="small"
              icon={isTable ? ChartColumn : Table2}
              label={say(isTable ? 'dashboard.chart' : 'dashboard.table', { title })}
              onPress={() => showTable(!isTable)}
            />
          )}
          {actions}
        </>
      }
    >
      {error && !data && <ErrorState text={error.message} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton look="text" lines={3} />}
      {data && <PanelContent {...{ kind: isTable ? 'table' : kind, data, title, opening, report }} />}
      {children}
    </Card>
  );
}

const isChart = (kind: PanelKind, data: PanelData | undefined): boolean =>
  kind !== 'table' && kind !== 'number' && (data?.Rows?.length ?? 0) > 0;
