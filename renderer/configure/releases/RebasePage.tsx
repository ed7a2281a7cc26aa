import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { ApiError } from '../../data/ApiError.ts';
import { useApi } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import { DecisionsPage } from '../decide/DecisionsPage.tsx';
import { keyOf, useDecisions } from '../decide/useDecisions.ts';
import type { Draft, DraftConflict } from '../draftTypes.ts';
import { useWork } from '../work.tsx';
import { ConflictChoice, type Take } from './ConflictChoice.tsx';

/** Rebases the draft onto a newer release; conflicts are decided one by one. */
export function RebasePage() {
  const say = useMessage();
  const { draft } = useWork();
  const { rebase, conflicts, takeOf, choose, failure, isBusy } = useRebase();
  if (draft.Release === draft.Live) return <Navigate to="/configure" replace />;
  const open = conflicts.filter((conflict) => !takeOf(conflict)).length;
  const refusal = open > 0 ? say('configure.rebase.open', { count: open }) : undefined;
  return (
    <DecisionsPage
      title={say('configure.rebase.title', { number: draft.Live })}
      note={say(conflicts.length > 0 ? 'configure.rebase.conflicts' : 'configure.rebase.note')}
      action={{ label: say('configure.rebase'), refusal, onPress: () => void rebase() }}
      {...{ isBusy, failure }}
    >
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={keyOf(conflict)}
          conflict={conflict}
          take={takeOf(conflict)}
          onTake={(take) => choose(conflict, take)}
        />
      ))}
    </DecisionsPage>
  );
}

function useRebase() {
  const say = useMessage();
  const api = useApi();
  const toast = useToast();
  const client = useQueryClient();
  const { draft, keep } = useWork();
  const [conflicts, setConflicts] = useState<readonly DraftConflict[]>([]);
  const { run, takeOf, ...decisions } = useDecisions<Take>();
  const rebase = () =>
    run(async () => {
      const Resolutions = conflicts.map((conflict) => ({
        kind: conflict.Kind,
        name: conflict.Name,
        take: takeOf(conflict),
      }));
      const body = { Revision: draft.Revision, Resolutions };
      try {
        keep(await api.send<Draft>('POST', '/configure/draft/rebase', body, { intent: 'same-content' }));
      } catch (error) {
        const found = error instanceof ApiError ? conflictsIn(error) : undefined;
        if (!found) throw error;
        return setConflicts(found);
      }
      toast.show(say('configure.rebase.done', { number: draft.Live }), 'success');
      await client.invalidateQueries({ queryKey: ['configure'] });
    });
  return { rebase, conflicts, takeOf, ...decisions };
}

function conflictsIn({ body }: ApiError): readonly DraftConflict[] | undefined {
  const { Conflicts } = body as { Conflicts?: readonly DraftConflict[] };
  return Conflicts && Conflicts.length > 0 ? Conflicts : undefined;
}
