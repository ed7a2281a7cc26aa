import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import {
  type Api,
  ApiError,
  type BlockWidgetProps,
  Button,
  Card,
  DraftBar,
  ErrorState,
  errorText,
  fillPath,
  Skeleton,
  UndoButtons,
  useApi,
  useBuilder,
  useMessage,
  useSaveKey,
  useToast,
  useUser,
} from '#renderer';
import { StepsEditor } from './StepsEditor.tsx';
import styles from './steps.module.css';
import { TryPanel } from './TryPanel.tsx';
import type { Draft, Judged, StepsHost, Stored, Tried, Verdict } from './types.ts';

/**
 * Named steps that compute a sum from values. Options: `call` reads and (PUT) saves them, `try` (POST)
 * computes; `part` is the member with the part of a step, `valid` the member of the answer that says whether
 * all steps are valid; `labels` name parts, the choice and the sum; `mode` test runs the stored steps;
 * `places` are addresses of look-ups kept in records, by kind; `whatIf` lists sets of amounts to compare with;
 * `record` and `closedWhen` name a field of the screen that makes them read-only, `closed` says why, and `edit`
 * lists the features that allow editing.
 */
export function StepsView({ block, scope }: BlockWidgetProps) {
  const say = useMessage();
  const api = useApi();
  const { Features } = useUser();
  const {
    call,
    try: tryCall,
    part,
    valid,
    whatIf,
    labels,
    mode,
    record,
    closedWhen,
    closed,
    edit,
    places,
  } = block.options;
  const paths = { call: fillPath(String(call), scope), try: fillPath(String(tryCall), scope) };
  const queryKey = ['list', 'steps', paths.call];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => api.get<Stored>(paths.call, { signal }) });
  const mayEdit = (edit as readonly string[]).some((feature) => Features.includes(feature));
  const known = mayEdit ? undefined : query.data;
  const host = useMemo(
    () => serverHost(api, { call: paths.call, try: paths.try, valid: String(valid), known }),
    [api, paths.call, paths.try, valid, known],
  );
  if (query.error)
    return <ErrorState text={errorText(query.error, say)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton look="form" lines={10} />;
  const named = labels as Readonly<Record<'part' | 'choice' | 'total', string>>;
  const said = { part: say(named.part), choice: say(named.choice), total: say(named.total) };
  const isClosed = scope.data[String(record)]?.[String(closedWhen)] === true;
  if (mode === 'test')
    return (
      <Card id={block.id}>
        <TryPanel host={host} draft={query.data} book={query.data.Book} labels={said} say={say} />
      </Card>
    );
  return (
    <div id={block.id}>
      {isClosed && <p className={styles.closed}>{say(String(closed))}</p>}
      <Editing
        key={paths.call}
        {...{ api, host, queryKey }}
        path={paths.call}
        stored={query.data}
        partField={String(part)}
        labels={said}
        isReadOnly={isClosed || !mayEdit}
        whatIf={whatIf === undefined ? undefined : fillPath(String(whatIf), scope)}
        placeOf={({ Code, Id, Plan }) => {
          const kind = Code.replace('hole.', Plan ? 'choice-' : '');
          const place = (places as Readonly<Record<string, string>> | undefined)?.[kind];
          return place && fillPath(place, { ...scope, root: { Id, PlanId: Plan?.Id } });
        }}
      />
    </div>
  );
}

type EditingProps = Omit<Parameters<typeof StepsEditor>[0], 'draft' | 'onChange' | 'book'> & {
  readonly api: Api;
  readonly path: string;
  readonly queryKey: readonly string[];
  readonly stored: Stored;
};

function Editing({ api, path, queryKey, stored, ...editor }: EditingProps) {
  const say = useMessage();
  const client = useQueryClient();
  const toasts = useToast();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // Base saves on the revision first read, so that changes by others are not overwritten unseen.
  const [revision, setRevision] = useState(stored.Id ? stored.Revision : undefined);
  const builder = useBuilder<Draft>({
    key: `steps.${path}`,
    start: useMemo(() => draftOf(stored), [stored]),
    revision,
    onRevision: setRevision,
  });
  const { value: draft, isChanged } = builder;
  useEffect(() => {
    if (!isChanged) setRevision(stored.Id ? stored.Revision : undefined);
  }, [isChanged, stored]);
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const saved = await api.send<Stored>('PUT', path, draft, { revision });
      builder.saved(draft, draftOf(saved));
      setRevision(saved.Revision);
      client.setQueryData(queryKey, saved);
      await client.invalidateQueries({ queryKey: ['record'] });
      toasts.show(say('ui.steps.saved'), 'success');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code !== 'declined') setProblem(error.message);
      // After the conflict was reported, the next save overwrites it.
      if (error.status === 409) setRevision((await api.get<Stored>(path)).Revision);
    } finally {
      setBusy(false);
    }
  };
  useSaveKey(() => void (editor.isReadOnly || !isChanged || isBusy || save()));
  return (
    <div ref={builder.root} tabIndex={-1} className={styles.builder}>
      <DraftBar draft={builder.draft} />
      <StepsEditor {...editor} draft={draft} onChange={builder.change} book={stored.Book} />
      {!editor.isReadOnly && (
        <div className={styles.actions}>
          {problem && <p className={styles.refused}>{problem}</p>}
          <p className={styles.note} role="status">
            {isChanged && say('ui.steps.unsaved')}
          </p>
          <UndoButtons of={builder} />
          <Button disabled={!isChanged} onPress={builder.reset}>
            {say('ui.cancel')}
          </Button>
          <Button tone="primary" busy={isBusy} disabled={!isChanged} onPress={() => void save()}>
            {say('ui.save')}
          </Button>
        </div>
      )}
    </div>
  );
}

const draftOf = ({ Steps, LookUpTables, Examples }: Stored): Draft => ({ Steps, LookUpTables, Examples });

type Calls = {
  readonly call: string;
  readonly try: string;
  readonly valid: string;
  /** The stored verdict, for people who may not edit. */
  readonly known: Verdict | undefined;
};

function serverHost(api: Api, { call, try: tryCall, valid, known }: Calls): StepsHost {
  return {
    judge: async (draft, signal): Promise<Judged> => {
      const said = known ?? (await api.send<Verdict>('PUT', call, { ...draft, IsDraft: true }, { signal }));
      return { isValid: said[valid] === true, Problems: said.Problems, Warnings: said.Warnings };
    },
    price: (draft, asked, signal) =>
      api.send<Tried>('POST', tryCall, { ...asked, Formula: draft }, { signal, intent: 'reads' }),
  };
}
