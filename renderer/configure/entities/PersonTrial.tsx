import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { listState } from '../../data/listState.ts';
import { useMessage } from '../../data/messages.tsx';
import { optionOfPerson, usePeople } from '../../data/people.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Select } from '../../parts/Select.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { useWork } from '../work.tsx';

/** Whether the person may see the records at all, and the newest of them. */
type Tried = { readonly May: boolean; readonly Items: readonly unknown[] };

type Trial<Answer extends Tried> = {
  /** The entity's name. */
  readonly entity: string;
  /** What is tried: the last word of `/configure/draft/…`. */
  readonly of: 'rows' | 'steps';
  readonly children: (answer: Answer) => ReactNode;
};

/** Tries the draft on the newest records of an entity, for a person who is chosen. */
export function PersonTrial<Answer extends Tried>({
  title,
  ...trial
}: Trial<Answer> & { readonly title: string }) {
  const say = useMessage();
  const people = usePeople();
  const [person, setPerson] = useState<string>();
  const options = people
    .filter(({ UserName }) => UserName !== 'seed' && UserName !== 'server')
    .map(optionOfPerson);
  const id = `${trial.of}-person`;
  return (
    <Card title={title} id={`${trial.of}-trial`}>
      <FieldShell id={id} label={say('configure.rows.person')} as="group">
        <Select id={id} labelledBy={`${id}-label`} value={person} options={options} onChange={setPerson} />
      </FieldShell>
      {person !== undefined && <Outcome {...trial} person={person} />}
    </Card>
  );
}

function Outcome<Answer extends Tried>({
  entity,
  of,
  person,
  children,
}: Trial<Answer> & { readonly person: string }) {
  const say = useMessage();
  const api = useApi();
  const { draft } = useWork();
  const asked = new URLSearchParams({ entity, person });
  const query = useQuery({
    queryKey: ['configure', of, entity, person, draft.Revision, draft.Live],
    queryFn: ({ signal }) => api.get<Answer>(`/configure/draft/${of}?${asked}`, { signal }),
  });
  const { data, error } = query;
  const state = listState(query, data?.Items.length ?? 0);
  if (error && state === 'failed') return <EmptyState title={error.message} />;
  if (!data || state === 'loading') return <Skeleton look="form" lines={3} />;
  if (!data.May) return <EmptyState title={say('configure.rows.may-not')} />;
  if (data.Items.length === 0) return <EmptyState title={say('configure.rows.no-records')} />;
  return children(data);
}
