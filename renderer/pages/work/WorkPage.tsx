import { useSearchParams } from 'react-router';
import form from '../../configure/form.module.css';
import { Page } from '../../configure/Page.tsx';
import { useUser } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import { optionOfPerson, usePeople } from '../../data/people.ts';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { ComboBox } from '../../parts/ComboBox.tsx';
import { DateField } from '../../parts/DateField.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { FoldedFilters } from '../../parts/FoldedFilters.tsx';
import { Link } from '../../parts/Link.tsx';
import { Select } from '../../parts/Select.tsx';
import { SchedulesCard } from './SchedulesCard.tsx';
import { useWorkSources, workFilters } from './useWorkList.ts';
import { WorkCard } from './WorkCard.tsx';

/** What repeats, and what ran, runs, failed and is due; the filters are in the address. */
export function WorkPage() {
  const say = useMessage();
  const [params, setParams] = useSearchParams();
  const { Features } = useUser();
  const set = (given: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(params);
    next.delete('after');
    for (const [name, value] of Object.entries(given))
      if (value) next.set(name, value);
      else next.delete(name);
    setParams(next, { replace: true });
  };
  const seesAll = Features.includes('User.Manage');
  return (
    <div className={area.area}>
      <Page
        title={say('screen.work')}
        note={say(seesAll ? 'work.note.all' : 'work.note.own')}
        actions={
          seesAll && (
            <Link to="/outbox" look="button">
              {say('screen.outbox')}
            </Link>
          )
        }
      >
        <SchedulesCard />
        <Filters params={params} set={set} />
        <WorkCard params={params} set={set} />
      </Page>
    </div>
  );
}

const states = ['due', 'running', 'done', 'failed', 'cancelled'] as const;

type FilterProps = {
  readonly params: URLSearchParams;
  readonly set: (given: Readonly<Record<string, string | undefined>>) => void;
};

function Filters({ params, set }: FilterProps) {
  const say = useMessage();
  const people = usePeople();
  const sources = useWorkSources().map((id) => ({ id, label: say(`work.source.${id}`) }));
  const count = workFilters.filter((name) => params.get(name)).length;
  const value = (name: string) => params.get(name) ?? undefined;
  const choice = (name: string, options: readonly { readonly id: string; readonly label: string }[]) => (
    <FieldShell id={`work-${name}`} label={say(`work.${name}`)} as="group">
      <Select
        id={`work-${name}`}
        labelledBy={`work-${name}-label`}
        value={value(name)}
        options={options}
        onChange={(picked) => set({ [name]: picked })}
      />
    </FieldShell>
  );
  return (
    <FoldedFilters set={count} className={form.columns}>
      {choice('source', sources)}
      {choice(
        'state',
        states.map((id) => ({ id, label: say(`work.state.${id}`) })),
      )}
      <FieldShell id="work-person" label={say('work.person')}>
        <ComboBox
          id="work-person"
          value={value('person')}
          options={people.map(optionOfPerson)}
          onChange={(picked) => set({ person: picked ?? undefined })}
        />
      </FieldShell>
      {(['since', 'until'] as const).map((name) => (
        <FieldShell key={name} id={`work-${name}`} label={say(`history.${name}`)}>
          <DateField id={`work-${name}`} value={value(name)} onChange={(day) => set({ [name]: day })} />
        </FieldShell>
      ))}
      {count > 0 && (
        <div className={form.besideFields}>
          <Button onPress={() => set(Object.fromEntries(workFilters.map((name) => [name, undefined])))}>
            {say('work.all')}
          </Button>
        </div>
      )}
    </FoldedFilters>
  );
}
