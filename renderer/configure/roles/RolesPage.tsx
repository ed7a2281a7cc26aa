import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { AreaSearch } from '../AreaSearch.tsx';
import { Page } from '../Page.tsx';
import { useWork } from '../work.tsx';
import { NewAccess } from './NewAccess.tsx';
import { RolesGrid } from './RolesGrid.tsx';

/** Permissions: features as rows, roles as columns. */
export function RolesPage() {
  const say = useMessage();
  const [query] = useSearchParams();
  const [search, setSearch] = useState(query.get('search') ?? '');
  const { model, say: label } = useWork();
  const wanted = search.toLowerCase();
  const features = [...model.features.values()].filter(({ id }) =>
    `${id} ${label(`feature.${id}`)}`.toLowerCase().includes(wanted),
  );
  return (
    <Page
      title={say('configure.roles')}
      note={say('configure.roles.note')}
      actions={
        <>
          <NewAccess kind="feature" />
          <NewAccess kind="role" />
        </>
      }
    >
      <AreaSearch
        id="feature-search"
        label={say('configure.roles.search')}
        value={search}
        onChange={setSearch}
      />
      <Card padding="flush">
        <RolesGrid features={features} roles={[...model.roles.values()]} />
      </Card>
    </Page>
  );
}
