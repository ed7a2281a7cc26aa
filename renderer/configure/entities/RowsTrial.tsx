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
import { rowOffers } from './rowOffers.ts';
import { useOfferName } from './useOfferName.ts';

type Row = {
  readonly Id: string;
  readonly Name: string | null;
  readonly Seen: boolean;
  readonly Why: readonly string[];
};
type Tried = { readonly May: boolean; readonly All: boolean; readonly Items: readonly Row[] };

/** Shows for any person which of the newest records they would see, and why. */
export function RowsTrial({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const people = usePeople();
  const [person, setPerson] = useState<string>();
  const options = people
    .filter(({ UserName }) => UserName !== 'seed' && UserName !== 'server')
    .map(optionOfPerson);
  return (
    <Card title={say('configure.rows.try')} id="entity-trial">
      <FieldShell id="trial-person" label={say('configure.rows.person')} as="group">
        <Select
          id="trial-person"
          labelledBy="trial-person-label"
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
  const query = useTrial(entity.id, person);
  const { data, error } = query;
  const state = listState(query, data?.Items.length ?? 0);
  const why = useReason(entity);
  if (error && state === 'failed') return <EmptyState title={error.message} />;
  if (!data || state === 'loading') return <Skeleton look="form" lines={3} />;
  if (!data.May) return <EmptyState title={say('configure.rows.may-not')} />;
  if (data.Items.length === 0) return <EmptyState title={say('configure.rows.no-records')} />;
  const seen = data.Items.filter(({ Seen }) => Seen).length;
  return (
    <>
      <p className={area.quiet} role="status">
        {say('configure.rows.count', { seen, count: data.Items.length })}
      </p>
      <PlainTable
        label={say('configure.rows.try')}
        rows={data.Items}
        rowId={({ Id }) => Id}
        columns={[
          { id: 'name', title: say(entity.title), cell: ({ Name, Id }) => Name ?? Id, isHead: true },
          { id: 'seen', title: say('configure.rows.seen'), cell: ({ Seen }) => say(`overlay.value.${Seen}`) },
          { id: 'why', title: say('configure.rows.why'), cell: (row) => why(row, data.All) },
        ]}
      />
    </>
  );
}

function useTrial(entity: string, person: string) {
  const api = useApi();
  const { draft } = useWork();
  const query = new URLSearchParams({ entity, person });
  return useQuery({
    queryKey: ['configure', 'rows', entity, person, draft.Revision, draft.Live],
    queryFn: ({ signal }) => api.get<Tried>(`/configure/draft/rows?${query}`, { signal }),
  });
}

/** The rules that a record meets, in words; those reached through a reference by that reference. */
function useReason(entity: EntityModel) {
  const say = useMessage();
  const { model } = useWork();
  const nameOf = useOfferName();
  const offers = rowOffers(model, entity);
  return ({ Why }: Row, seesAll: boolean): string => {
    if (seesAll) return say('configure.rows.sees-all');
    if (Why.length === 0) return say('configure.rows.meets-none');
    const met = Why.map((path) => {
      const exact = offers.find(({ rule }) => rule.where === path);
      return exact ?? offers.find(({ rule }) => rule.through === path.split('.')[0]);
    });
    return [...new Set(met.map((one, index) => (one ? nameOf(one) : (Why[index] ?? ''))))].join('; ');
  };
}
