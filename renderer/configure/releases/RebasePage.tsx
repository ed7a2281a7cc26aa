import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import styles from '../draft/draft.module.css';
import type { Draft, DraftConflict } from '../draftTypes.ts';
import form from '../form.module.css';
import { Page } from '../Page.tsx';
import { useWork } from '../work.tsx';
import { ConflictChoice, type Take } from './ConflictChoice.tsx';

/** The draft onto the release that came meanwhile; what both changed is decided one by one. */
export function RebasePage() {
  const say = useMessage();
  const { draft } = useWork();
  const { rebase, conflicts, takes, choose, failure, isBusy } = useRebase();
  if (draft.Release === draft.Live) return <Navigate to="/configure" replace />;
  const open = conflicts.filter((conflict) => !takes[keyOf(conflict)]).length;
  return (
    <Page
      title={say('configure.rebase.title', { number: draft.Live })}
      note={say(conflicts.length > 0 ? 'configure.rebase.conflicts' : 'configure.rebase.note')}
      actions={
        <Button
          tone="primary"
          busy={isBusy}
          refusal={open > 0 ? say('configure.rebase.open', { count: open }) : undefined}
          onPress={() => void rebase()}
        >
          {say('configure.rebase')}
        </Button>
      }
    >
      {failure && (
        <p role="alert" className={styles.finding} data-level="error">
          {failure}
        </p>
      )}
      <div className={form.form}>
        {conflicts.map((conflict) => (
          <Card key={keyOf(conflict)}>
            <ConflictChoice
              conflict={conflict}
              take={takes[keyOf(conflict)]}
              onTake={(take) => choose(conflict, take)}
            />
          </Card>
        ))}
      </div>
    </Page>
  );
}

function keyOf({ Kind, Name }: Pick<DraftConflict, 'Kind' | 'Name'>): string {
  return `${Kind}/${Name}`;
}

function useRebase() {
  const say = useMessage();
  const api = useApi();
  const client = useQueryClient();
  const { draft, keep } = useWork();
  const [conflicts, setConflicts] = useState<readonly DraftConflict[]>([]);
  const [takes, setTakes] = useState<Readonly<Record<string, Take>>>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const rebase = async () => {
    setBusy(true);
    setFailure(undefined);
    const Resolutions = conflicts.map(({ Kind, Name }) => ({
      kind: Kind,
      name: Name,
      take: takes[`${Kind}/${Name}`],
    }));
    try {
      const body = { Revision: draft.Revision, Resolutions };
      keep(await api.send<Draft>('POST', '/configure/draft/rebase', body));
      await client.invalidateQueries({ queryKey: ['configure'] });
    } catch (error) {
      const found = error instanceof ApiError ? conflictsIn(error) : undefined;
      if (found) setConflicts(found);
      else setFailure(error instanceof ApiError ? error.message : say('ui.error.text'));
    } finally {
      setBusy(false);
    }
  };
  const choose = (conflict: DraftConflict, take: Take) =>
    setTakes((before) => ({ ...before, [keyOf(conflict)]: take }));
  return { rebase, conflicts, takes, choose, failure, isBusy };
}

function conflictsIn({ body }: ApiError): readonly DraftConflict[] | undefined {
  const { Conflicts } = body as { Conflicts?: readonly DraftConflict[] };
  return Conflicts && Conflicts.length > 0 ? Conflicts : undefined;
}
