import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  BlockFailure,
  type BlockWidgetProps,
  Button,
  DraftBar,
  fillPath,
  Skeleton,
  UndoButtons,
  useApi,
  useBuilder,
  useMessage,
  useSaveKey,
} from '#renderer';
import { useSaveBuilt } from '../../building/useSaveBuilt.ts';
import styles from '../reports.module.css';
import { BuiltFields } from './BuiltFields.tsx';
import { type Built, definitionOf, emptyReport, isWhole } from './definition.ts';
import { ReportPreview } from './ReportPreview.tsx';

/**
 * Builds a report without a definition file. Options: `report`, the id of the one to edit; empty for a new
 * one.
 */
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
  if (error) return <BlockFailure error={error} onRetry={() => void refetch()} isPage />;
  if (id !== '' && !data) return <Skeleton look="form" lines={9} />;
  return <Building start={data ?? emptyReport} />;
}

function Building({ start }: { readonly start: Built }) {
  const say = useMessage();
  const [Revision, seen] = useState(start.Revision);
  const builder = useBuilder<Built>({
    key: `report.${start.Id ?? 'new'}`,
    start,
    revision: Revision,
    onRevision: seen,
  });
  const { value: built, change } = builder;
  const { save, isSaving } = useSaveBuilt(
    { Id: built.Id, Revision },
    {
      ...{ call: '/report/definition', body: definitionOf(built), notice: 'building.report.saved' },
      read: (id) => `/report/definitions/${id}`,
      page: (id) => `/report/${id}`,
      seen,
    },
  );
  const isNew = start.Id === undefined;
  // After the navigation has focused the page.
  useEffect(() => {
    if (isNew) document.getElementById('report-name')?.focus({ preventScroll: true });
  }, [isNew]);
  const isReady = isWhole(built) && !isSaving;
  useSaveKey(() => void (isReady && builder.isChanged && save()));
  return (
    <div className={styles.report} ref={builder.root} tabIndex={-1}>
      <DraftBar draft={builder.draft} />
      <div className={styles.actions}>
        <UndoButtons of={builder} />
        <Button
          tone="primary"
          busy={isSaving}
          refusal={isWhole(built) ? undefined : say('building.report.incomplete')}
          onPress={() => void save()}
        >
          {say('ui.save')}
        </Button>
      </div>
      <BuiltFields built={built} change={change} />
      <ReportPreview built={built} />
    </div>
  );
}
