import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { ActionModel, DataRecord, FormBlock, ListDetailBlock } from '#engine';
import { ActionButton, useVisibleActions } from '../../actions/ActionButton.tsx';
import { useApi, useModel } from '../../data/App.tsx';
import { errorText } from '../../data/errorText.ts';
import { fetched, withChecks } from '../../data/fetched.tsx';
import { fillPath } from '../../data/fillPath.ts';
import { useGuardState } from '../../data/guard.ts';
import { useMessage } from '../../data/messages.tsx';
import { keys, recordPath } from '../../data/queries.ts';
import type { ScreenScope } from '../../data/screenScope.ts';
import { type FormFrame, FormFrameContext } from '../../form/FormFrame.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { ErrorState } from '../../parts/ErrorState.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { DetailUses } from './DetailUses.tsx';
import type { Opened } from './opened.ts';

// Load the form code only when a record opens.
const Form = fetched(
  async (app) => (await withChecks(import('../../form/FormBlockView.tsx'), app)).FormBlockView,
);

type Props = { readonly block: ListDetailBlock; readonly scope: ScreenScope; readonly opened: Opened };

/** The form of an existing record, a new one or a copy. */
export function DetailPane({ block, scope, opened }: Props) {
  const say = useMessage();
  if (opened.mode === 'none')
    return block.empty ? (
      <Card>
        <EmptyState title={say(block.empty)} />
      </Card>
    ) : null;
  if (opened.mode === 'create' && block.create)
    return (
      <Pane
        key="create"
        block={block}
        form={block.create.form}
        scope={scope}
        title={say(block.create.title)}
      />
    );
  if (opened.mode === 'copy')
    return <CopyPane key={`copy ${opened.id}`} block={block} scope={scope} id={opened.id} />;
  if (opened.mode === 'edit') return <EditPane key={opened.id} block={block} scope={scope} id={opened.id} />;
  return null;
}

type RecordProps = Omit<Props, 'opened'> & { readonly id: string };

function EditPane({ block, scope, id }: RecordProps) {
  const model = useModel();
  const path = recordPath(model, block.entity, id, scope.route);
  const found = useRecord(keys.record(block.entity, id), path);
  const label = model.entities.get(block.entity)?.labelField ?? 'Name';
  if (!found.data) return <NotYet found={found} />;
  return (
    <>
      <Pane
        block={block}
        form={block.edit}
        scope={scope}
        record={found.data}
        title={String(found.data[label] ?? '')}
        actions={block.actions}
      />
      {block.uses && <DetailUses call={block.uses} record={found.data} scope={scope} />}
    </>
  );
}

function CopyPane({ block, scope, id }: RecordProps) {
  const say = useMessage();
  const path = block.copy && fillPath(block.copy.from, { root: { Id: id }, ...scope });
  const found = useRecord(['draft', block.entity, path ?? ''], path);
  if (!block.copy) return null;
  if (!found.data) return <NotYet found={found} />;
  return (
    <Pane
      block={block}
      form={block.copy.form}
      scope={scope}
      record={found.data}
      title={say(block.copy.title)}
    />
  );
}

function useRecord(key: readonly string[], path: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<DataRecord>(path ?? '', { signal }),
    enabled: path !== undefined,
  });
}

/** Shows a refusal, which may say why a copy is impossible. */
function NotYet({ found }: { found: ReturnType<typeof useRecord> }) {
  const say = useMessage();
  const { error } = found;
  return (
    <Card>
      {error ? (
        <ErrorState text={errorText(error, say)} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton look="form" lines={8} />
      )}
    </Card>
  );
}

type PaneProps = Omit<Props, 'opened'> & {
  readonly form: FormBlock;
  readonly title: string;
  readonly record?: DataRecord;
  readonly actions?: readonly ActionModel[];
};

function Pane({ block, form, scope, record, title, actions = [] }: PaneProps) {
  const formScope = useMemo(
    () => (record ? { ...scope, data: { ...scope.data, row: record } } : scope),
    [scope, record],
  );
  return (
    <PaneCard
      title={title}
      id={form.id}
      actions={<Actions actions={actions} scope={formScope} record={record} />}
    >
      <FormFrameContext value={useFrame(block, scope)}>
        <Form block={form} scope={formScope} waiting={<Skeleton look="form" lines={8} />} />
      </FormFrameContext>
    </PaneCard>
  );
}

/** Scrolls into view when opened, as lists may be above it. */
function PaneCard({
  title,
  id,
  actions,
  children,
}: {
  title: string;
  id: string;
  actions: ReactNode;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const top = box.current?.getBoundingClientRect().top ?? 0;
    if (top > window.innerHeight) box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <div ref={box} data-detail={id}>
      <Card title={title} id={id} actions={actions}>
        {children}
      </Card>
    </div>
  );
}

function Actions({
  actions,
  scope,
  record,
}: {
  actions: readonly ActionModel[];
  scope: ScreenScope;
  record?: DataRecord;
}) {
  return useVisibleActions(actions, scope, record).map((action) => (
    <ActionButton key={action.id} action={action} scope={scope} root={record} />
  ));
}

/** Cancel restores the values and closes the pane. */
function useFrame({ path }: ListDetailBlock, scope: ScreenScope): FormFrame {
  const navigate = useNavigate();
  const guard = useGuardState();
  const address = fillPath(path, scope);
  return useMemo(
    () => ({
      onSaved: () => undefined,
      onDirty: () => undefined,
      onCancel: () => {
        guard?.release();
        void navigate(address);
      },
    }),
    [navigate, guard, address],
  );
}
