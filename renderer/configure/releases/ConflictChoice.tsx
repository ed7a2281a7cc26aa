import { type ConflictMember, describeConflict } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { capital } from '../capital.ts';
import { DecisionCard } from '../decide/DecisionCard.tsx';
import type { DraftConflict } from '../draftTypes.ts';
import type { PlainColumn } from '../PlainTable.tsx';
import { useWork } from '../work.tsx';
import { useChangeName } from './useChangeName.ts';

export type Take = 'mine' | 'theirs';

type Props = {
  readonly conflict: DraftConflict;
  readonly take: Take | undefined;
  readonly onTake: (take: Take) => void;
};

/** A conflict with both values of each difference. */
export function ConflictChoice({ conflict, take, onTake }: Props) {
  const say = useMessage();
  const locale = useLocale();
  const { model } = useWork();
  const nameOf = useChangeName();
  const { Kind, Name, Mine, Theirs } = conflict;
  return (
    <DecisionCard
      title={nameOf({ kind: Kind, name: Name })}
      columns={useColumns(conflict)}
      words={describeConflict(Mine, Theirs, { model, locale })}
      choices={(['mine', 'theirs'] as const).map((id) => ({ id, label: say(`configure.rebase.${id}`) }))}
      take={take}
      onTake={onTake}
    />
  );
}

/** The compared values; a side that removed the change says so. */
function useColumns({ Mine, Theirs }: DraftConflict): readonly PlainColumn<ConflictMember>[] {
  const say = useMessage();
  const shown = (side: object | null, text: string) => (side ? text || '–' : say('configure.rebase.removed'));
  return [
    { id: 'word', title: say('configure.upgrade.word'), isHead: true, cell: ({ title }) => capital(title) },
    { id: 'mine', title: say('configure.rebase.mine'), cell: ({ mine }) => shown(Mine, mine) },
    { id: 'theirs', title: say('configure.rebase.theirs'), cell: ({ theirs }) => shown(Theirs, theirs) },
  ];
}
