import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../data/ApiError.ts';
import { useApi } from '../../../data/App.tsx';
import { useDialogs, useToast } from '../../../data/dialogs.tsx';
import { fillPath } from '../../../data/fillPath.ts';
import { useGuard, useGuardState } from '../../../data/guard.ts';
import { useMessage } from '../../../data/messages.tsx';
import { Button } from '../../../parts/Button.tsx';
import { ErrorState } from '../../../parts/ErrorState.tsx';
import { Skeleton } from '../../../parts/Skeleton.tsx';
import type { BlockWidgetProps } from '../../blockProps.ts';
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
  const { save, isSaving } = useKeepReport(built, (Revision) => setBuilt((one) => ({ ...one, Revision })));
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

/** Saves the definition like any other and opens it; what the server refuses is said, and nothing is lost. */
function useKeepReport(built: Built, seen: (revision: number | undefined) => void) {
  const api = useApi();
  const say = useMessage();
  const dialogs = useDialogs();
  const toast = useToast();
  const navigate = useNavigate();
  const guard = useGuardState();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const options = built.Revision === undefined ? {} : { revision: built.Revision };
      const method = built.Id ? 'PUT' : 'POST';
      const saved = await api.send<Built>(method, '/report/definition', definitionOf(built), options);
      guard?.release();
      toast.show(say('building.report.saved'), 'success');
      await navigate(`/report/${saved.Id}`);
    } catch (error) {
      setSaving(false);
      if (error instanceof ApiError && error.status === 428) return;
      const told =
        error instanceof ApiError ? (error.body.Errors ?? [error.message]).join('\n') : String(error);
      await dialogs.alert(told);
      // Who has been told that another has changed it saves over that by the next press.
      if (error instanceof ApiError && error.status === 409 && built.Id)
        seen((await api.get<Built>(`/report/definitions/${built.Id}`)).Revision);
    }
  };
  return { save, isSaving };
}
