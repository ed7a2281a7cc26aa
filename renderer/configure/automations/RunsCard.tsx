import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { errorText } from '../../data/errorText.ts';
import { useFormats } from '../../data/formats.ts';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Link } from '../../parts/Link.tsx';
import { Select } from '../../parts/Select.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { PlainTable } from '../PlainTable.tsx';
import { type Run, RunDialog } from './RunDialog.tsx';

const states = ['waiting', 'calling', 'done', 'stopped', 'failed', 'cancelled'] as const;
const tones = {
  waiting: 'warning',
  calling: 'warning',
  done: 'success',
  stopped: 'neutral',
  failed: 'danger',
  cancelled: 'neutral',
} as const;

/** The latest runs, of one automation or all; failed ones can be run again. */
export function RunsCard({ automation }: { readonly automation?: string }) {
  const say = useMessage();
  const api = useApi();
  const [state, setState] = useState<string>();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<Run>();
  const query = new URLSearchParams({
    ...(automation && { automation }),
    ...(state && { state }),
    page: String(page),
    pageSize: '20',
  });
  const found = useQuery({
    queryKey: ['configure', 'automation-runs', automation, state, page],
    refetchInterval: 10_000,
    queryFn: ({ signal }) =>
      api.get<{ Items: readonly Run[]; TotalItems: number }>(`/configure/automations/runs?${query}`, {
        signal,
      }),
  });
  const { data } = found;
  const items = data?.Items ?? [];
  const shows = listState(found, items.length);
  return (
    <Card
      title={say('configure.runs')}
      id="automation-runs"
      actions={<Link to="/background-work?source=automation">{say('work.see')}</Link>}
    >
      <FieldShell id="runs-state" label={say('configure.automation.state')} as="group">
        <Select
          id="runs-state"
          labelledBy="runs-state-label"
          value={state}
          options={states.map((id) => ({ id, label: say(`configure.run.${id}`) }))}
          onChange={(next) => {
            setState(next);
            setPage(1);
          }}
        />
      </FieldShell>
      {shows === 'loading' && <Skeleton look="rows" />}
      {shows === 'failed' && <ErrorState onRetry={() => void found.refetch()} />}
      {shows === 'ready' && items.length === 0 && <EmptyState title={say('configure.runs.none')} />}
      {items.length > 0 && <RunsTable runs={items} onShow={setShown} />}
      <Pages page={page} total={data?.TotalItems ?? 0} onChange={setPage} />
      {shown && <RunDialog run={shown} onClose={() => setShown(undefined)} />}
    </Card>
  );
}

type PagesProps = {
  readonly page: number;
  readonly total: number;
  readonly onChange: (page: number) => void;
};

function Pages({ page, total, onChange }: PagesProps) {
  const say = useMessage();
  if (total <= 20) return null;
  return (
    <span className={area.line}>
      <Button size="small" disabled={page === 1} onPress={() => onChange(page - 1)}>
        {say('configure.runs.newer')}
      </Button>
      <Button size="small" disabled={page * 20 >= total} onPress={() => onChange(page + 1)}>
        {say('configure.runs.older')}
      </Button>
    </span>
  );
}

function Again({ run }: { readonly run: Run }) {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await api.send('POST', `/configure/automations/runs/${run.Id}/again`, undefined, {
        intent: 'same-content',
      });
      toast.show(say('configure.run.again.done'), 'success');
      await client.invalidateQueries({ queryKey: ['configure', 'automation-runs'] });
    } catch (error) {
      toast.show(errorText(error, say), 'error', 'automation');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      size="small"
      busy={isBusy}
      label={`${say('configure.run.again')}: ${run.RecordName ?? ''}`}
      onPress={() => void press()}
    >
      {say('configure.run.again')}
    </Button>
  );
}

type TableProps = { readonly runs: readonly Run[]; readonly onShow: (run: Run) => void };

function RunsTable({ runs, onShow }: TableProps) {
  const say = useMessage();
  const formats = useFormats();
  return (
    <PlainTable
      label={say('configure.runs')}
      rows={runs}
      rowId={({ Id }) => Id}
      columns={[
        {
          id: 'date',
          title: say('configure.run.date'),
          isHead: true,
          cell: ({ Date: moment }) => formats.dateTime(moment),
        },
        { id: 'automation', title: say('configure.automation'), cell: ({ Automation }) => Automation },
        { id: 'record', title: say('configure.run.record'), cell: ({ RecordName }) => RecordName || '–' },
        {
          id: 'state',
          title: say('configure.automation.state'),
          cell: ({ State }) => <Badge tone={tones[State]}>{say(`configure.run.${State}`)}</Badge>,
        },
        { id: 'why', title: say('configure.run.problem'), cell: ({ Problem }) => Problem ?? '–' },
        {
          id: 'actions',
          title: say('configure.actions'),
          cell: (run) => (
            <span className={area.line}>
              <Button
                size="small"
                label={`${say('configure.run.show')}: ${run.RecordName ?? ''}`}
                onPress={() => onShow(run)}
              >
                {say('configure.run.show')}
              </Button>
              {run.State === 'failed' && <Again run={run} />}
            </span>
          ),
        },
      ]}
    />
  );
}
