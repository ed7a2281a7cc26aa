import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EntityModel } from '#engine';
import { useApi } from '../../data/App.tsx';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import { optionOfPerson, usePeople } from '../../data/people.ts';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { PlainTable } from '../PlainTable.tsx';
import { useWork } from '../work.tsx';
import { useStateName } from './useStateName.ts';

type Step = {
  readonly Id: string;
  readonly May: boolean;
  readonly State: boolean;
  readonly Right: boolean;
  readonly Rights: readonly string[];
  readonly Guard: boolean | null;
  readonly Parts: readonly { readonly Text: string; readonly Value: unknown }[];
};
type Item = {
  readonly Id: string;
  readonly Name: string | null;
  readonly State: string | null;
  readonly Steps: readonly Step[];
};
type Tried = { readonly May: boolean; readonly Items: readonly Item[] };

/** Shows for any person which steps they could take on the newest records, and why not the others. */
export function StepsTrial({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const people = usePeople();
  const [person, setPerson] = useState<string>();
  const options = people
    .filter(({ UserName }) => UserName !== 'seed' && UserName !== 'server')
    .map(optionOfPerson);
  return (
    <Card title={say('configure.workflow.try')} id="workflow-trial">
      <FieldShell id="steps-person" label={say('configure.rows.person')} as="group">
        <Select
          id="steps-person"
          labelledBy="steps-person-label"
          value={person}
          options={options}
          onChange={setPerson}
        />
      </FieldShell>
      {person !== undefined && <Outcome entity={entity} person={person} />}
    </Card>
  );
}

function Outcome({ entity, person }: { entity: EntityModel; person: string }) {
  const say = useMessage();
  const nameOf = useStateName(entity);
  const query = useTrialOfSteps(entity.id, person);
  const { data, error } = query;
  const state = listState(query, data?.Items.length ?? 0);
  if (error && state === 'failed') return <EmptyState title={error.message} />;
  if (!data || state === 'loading') return <Skeleton look="form" lines={3} />;
  if (!data.May) return <EmptyState title={say('configure.rows.may-not')} />;
  if (data.Items.length === 0) return <EmptyState title={say('configure.rows.no-records')} />;
  return (
    <PlainTable
      label={say('configure.workflow.try')}
      rows={data.Items}
      rowId={({ Id }) => Id}
      columns={[
        { id: 'name', title: say(entity.title), cell: ({ Name, Id }) => Name ?? Id, isHead: true },
        { id: 'state', title: say('configure.state'), cell: ({ State }) => (State ? nameOf(State) : '–') },
        {
          id: 'steps',
          title: say('configure.workflow.steps'),
          cell: ({ Steps }) => (
            <ul className={area.stack}>
              {Steps.map((step) => (
                <StepLine key={step.Id} entity={entity} step={step} />
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

/** One step: taken, or every reason against it, with the values that its condition read. */
function StepLine({ entity, step }: { entity: EntityModel; step: Step }) {
  const say = useMessage();
  const { say: label } = useWork();
  const title = entity.workflow?.transitions.find(({ id }) => id === step.Id)?.label;
  const read = step.Parts.map(({ Text, Value }) => `${Text} = ${JSON.stringify(Value)}`).join('; ');
  const why = [
    ...(step.State ? [] : [say('configure.try.state')]),
    ...(step.Right ? [] : [say('configure.try.right', { rights: step.Rights.join(', ') })]),
    ...(step.Guard === false ? [say('configure.try.guard', { read })] : []),
    ...(step.Guard === null ? [say('configure.try.hidden')] : []),
  ];
  const name = title ? label(title) : step.Id;
  return (
    <li>
      {say(step.May ? 'configure.try.may' : 'configure.try.may-not', { step: name, why: why.join(' ') })}
    </li>
  );
}

function useTrialOfSteps(entity: string, person: string) {
  const api = useApi();
  const { draft } = useWork();
  const query = new URLSearchParams({ entity, person });
  return useQuery({
    queryKey: ['configure', 'steps', entity, person, draft.Revision, draft.Live],
    queryFn: ({ signal }) => api.get<Tried>(`/configure/draft/steps?${query}`, { signal }),
  });
}
