import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type BlockWidgetProps,
  Button,
  ErrorState,
  fillPath,
  Skeleton,
  useApi,
  useGuard,
  useMessage,
} from '#renderer';
import { useSaveBuilt } from '../../building/useSaveBuilt.ts';
import styles from '../reports.module.css';
import { BuiltFields } from './BuiltFields.tsx';
import { type Built, definitionOf, emptyReport, isWhole } from './definition.ts';
import { ReportPreview } from './ReportPreview.tsx';

/** Puts a report together without a definition file. Options: `report`, the id of the one that is changed; empty: a new one. */
export function ReportBuilder({ block, scope }: BlockWidgetProps) {
  const api = useApi();
  const id = fillPath(String(block.options.report ?? ''), scope);
  const { data, error, refetch } = useQuery({
    queryKey: ['report-definition', id],
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => api.get<Built>(`/report/definitions/${id}`, { signal }),
  });
  if (error) return <ErrorState text={error.message} onRetry={() => void refetch()} />;
  if (id !== '' && !data) return <Skeleton look="form" lines={9} />;
  return <Building start={data ?? emptyReport} />;
}

function Building({ start }: { readonly start: Built }) {
  const say = useMessage();
  const [built, setBuilt] = useState(start);
  const { save, isSaving } = useSaveBuilt(built, {
    ...{ call: '/report/definition', body: definitionOf(built), notice: 'building.report.saved' },
    read: (id) => `/report/definitions/${id}`,
    page: (id) => `/report/${id}`,
    seen: (Revision) => setBuilt((one) => ({ ...one, Revision })),
  });
  useGuard(built !== start && !isSaving);
  return (
    <div className={styles.report}>
      <div className={styles.actions}>
        <Button
          tone="primary"
          busy={isSaving}
          refusal={isWhole(built) ? undefined : say('building.report.incomplete')}
          onPress={() => void save()}
        >
          {say('ui.save')}
        </Button>
      </div>
      <BuiltFields built={built} change={setBuilt} />
      <ReportPreview built={built} />
    </div>
  );
}
