import { useMessage } from '../../data/messages.tsx';
import { pageOfChange } from '../../data/pageOfChange.ts';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Link } from '../../parts/Link.tsx';
import { capital } from '../capital.ts';
import { DecisionCard } from '../decide/DecisionCard.tsx';
import { DraftFindings } from '../draft/FindingList.tsx';
import type { UpgradedChange, UpgradedMember, UpgradeTake } from '../draftTypes.ts';
import type { PlainColumn } from '../PlainTable.tsx';
import { useWork } from '../work.tsx';

type Props = {
  readonly change: UpgradedChange;
  readonly take: UpgradeTake | undefined;
  readonly onTake: (take: UpgradeTake) => void;
};

/** One change beside its former and its new base. */
export function UpgradeChoice({ change, take, onTake }: Props) {
  const say = useMessage();
  const { model } = useWork();
  const page = pageOfChange(model, { kind: change.Kind, name: change.Name });
  return (
    <DecisionCard
      title={capital(change.Subject)}
      actions={
        <span className={area.line}>
          <Badge tone={change.State === 'conflicting' ? 'warning' : 'neutral'}>
            {say(`configure.upgrade.${change.State}`)}
          </Badge>
          {page && <Link to={page}>{say('configure.upgrade.edit')}</Link>}
        </span>
      }
      note={change.State === 'obsolete' && <p>{say('configure.upgrade.obsolete.note')}</p>}
      columns={useColumns()}
      words={change.Members.map((member) => ({ ...member, name: member.Name }))}
      findings={<DraftFindings findings={change.Findings} />}
      choices={change.Choices.map((id) => ({ id, label: say(`configure.upgrade.${id}`) }))}
      take={take}
      onTake={onTake}
    />
  );
}

/** Former base, new base and change side by side; differences stand out. */
function useColumns(): readonly PlainColumn<UpgradedMember & { readonly name: string }>[] {
  const say = useMessage();
  return [
    { id: 'word', title: say('configure.upgrade.word'), isHead: true, cell: ({ Title }) => capital(Title) },
    { id: 'was', title: say('configure.upgrade.was'), cell: ({ Was }) => Was || '–' },
    {
      id: 'is',
      title: say('configure.upgrade.is'),
      cell: ({ Is, Moved }) => (Moved ? <strong>{Is || '–'}</strong> : Is || '–'),
    },
    { id: 'says', title: say('configure.upgrade.says'), cell: ({ Says }) => Says || '–' },
  ];
}
