import { useId } from 'react';
import { useMessage } from '../../data/messages.tsx';
import { Badge } from '../../parts/Badge.tsx';
import { Card } from '../../parts/Card.tsx';
import { Link } from '../../parts/Link.tsx';
import { RadioGroup } from '../../parts/RadioGroup.tsx';
import area from '../area.module.css';
import { DraftFindings } from '../draft/FindingList.tsx';
import type { UpgradedChange, UpgradedMember, UpgradeTake } from '../draftTypes.ts';
import form from '../form.module.css';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { pageOfChange } from '../pageOfChange.ts';
import { useWork } from '../work.tsx';

type Props = {
  readonly change: UpgradedChange;
  readonly take: UpgradeTake | undefined;
  readonly onTake: (take: UpgradeTake) => void;
};

/** One change beside what it replaced and what comes in its place now. */
export function UpgradeChoice({ change, take, onTake }: Props) {
  const say = useMessage();
  const { model } = useWork();
  const id = useId().replace(/[^\w-]/g, '');
  const title = capital(change.Subject);
  const page = pageOfChange(model, { kind: change.Kind, name: change.Name });
  return (
    <Card
      title={title}
      id={`upgrade-${id}`}
      actions={
        <span className={area.line}>
          <Badge tone={change.State === 'conflicting' ? 'warning' : 'neutral'}>
            {say(`configure.upgrade.${change.State}`)}
          </Badge>
          {page && <Link to={page}>{say('configure.upgrade.edit')}</Link>}
        </span>
      }
    >
      <div className={form.form}>
        {change.State === 'obsolete' && <p>{say('configure.upgrade.obsolete.note')}</p>}
        <Words label={title} members={change.Members} />
        <DraftFindings findings={change.Findings} />
        <RadioGroup
          id={`take-${id}`}
          label={say('ui.labelled', { label: say('configure.upgrade.decide'), text: title })}
          direction="column"
          value={take}
          options={change.Choices.map((choice) => ({
            id: choice,
            label: say(`configure.upgrade.${choice}`),
          }))}
          onChange={(choice) => onTake(choice as UpgradeTake)}
        />
      </div>
    </Card>
  );
}

/** What was, what is and what the change says, side by side; first of all what has moved. */
function Words({ label, members }: { label: string; members: readonly UpgradedMember[] }) {
  const say = useMessage();
  const columns: readonly PlainColumn<UpgradedMember>[] = [
    { id: 'word', title: say('configure.upgrade.word'), isHead: true, cell: ({ Title }) => capital(Title) },
    { id: 'was', title: say('configure.upgrade.was'), cell: ({ Was }) => Was || '–' },
    {
      id: 'is',
      title: say('configure.upgrade.is'),
      cell: ({ Is, Moved }) => (Moved ? <strong>{Is || '–'}</strong> : Is || '–'),
    },
    { id: 'says', title: say('configure.upgrade.says'), cell: ({ Says }) => Says || '–' },
  ];
  return <PlainTable label={label} columns={columns} rows={members} rowId={({ Name }) => Name} />;
}

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
