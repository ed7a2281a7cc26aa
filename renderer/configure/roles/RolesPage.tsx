import { useState } from 'react';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { TextInput } from '../../parts/TextInput.tsx';
import styles from '../area.module.css';
import { Page } from '../Page.tsx';
import { useWork } from '../work.tsx';
import { NewAccess } from './NewAccess.tsx';
import { RolesGrid } from './RolesGrid.tsx';

/** Who may what: features down, roles across. */
export function RolesPage() {
  const say = useMessage();
  const [search, setSearch] = useState('');
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
      <div className={styles.search}>
        <TextInput
          id="feature-search"
          type="search"
          label={say('configure.roles.search')}
          placeholder={say('configure.roles.search')}
          value={search}
          onChange={setSearch}
        />
      </div>
      <Card padding="flush">
        <RolesGrid features={features} roles={[...model.roles.values()]} />
      </Card>
    </Page>
  );
}
