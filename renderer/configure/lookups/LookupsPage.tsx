import type { LookupModel } from '#engine';
import { usagesOf } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { Link } from '../../parts/Link.tsx';
import { Page } from '../Page.tsx';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { usesAt } from '../uses/usesAt.ts';
import { useWork } from '../work.tsx';
import { lookupTitle } from './lookupTitle.ts';

/** All lookups of the application. */
export function LookupsPage() {
  const say = useMessage();
  const { model, bundle, say: label } = useWork();
  const columns: readonly PlainColumn<LookupModel>[] = [
    {
      id: 'name',
      title: say('configure.lookup'),
      isHead: true,
      cell: ({ id }) => <Link to={`/configure/lookups/${id}`}>{lookupTitle(id)}</Link>,
    },
    {
      id: 'items',
      title: say('configure.lookup.items'),
      cell: ({ id, items }) => items.map(({ Name }) => label(`lookup.${id}.${Name}`)).join(', '),
    },
    {
      id: 'uses',
      title: say('configure.uses'),
      cell: ({ id }) => usesAt(usagesOf(model, `lookup:${id}`), bundle).length,
    },
  ];
  return (
    <Page title={say('configure.nav.lookups')} note={say('configure.lookups.note')}>
      <Card padding="flush">
        <PlainTable
          label={say('configure.nav.lookups')}
          columns={columns}
          rows={[...model.lookups.values()]}
          rowId={({ id }) => id}
        />
      </Card>
    </Page>
  );
}
