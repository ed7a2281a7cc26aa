import { useParams } from 'react-router';
import type { LookupModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { FindingList } from '../draft/FindingList.tsx';
import { Page } from '../Page.tsx';
import { Uses } from '../uses/Uses.tsx';
import { useWork } from '../work.tsx';
import { AddItem } from './AddItem.tsx';
import { LookupItems } from './LookupItems.tsx';
import { lookupTitle } from './lookupTitle.ts';

/** One lookup: its items, a form to add one, and the fields that use it. */
export function LookupPage() {
  const { lookupId = '' } = useParams();
  const { model } = useWork();
  const lookup = model.lookups.get(lookupId);
  return lookup ? <OneLookup key={lookup.id} lookup={lookup} /> : <NotFoundPage />;
}

function OneLookup({ lookup }: { lookup: LookupModel }) {
  const say = useMessage();
  const { draft } = useWork();
  const own = draft.Changes.filter(({ kind, name }) => kind === 'lookup' && name.startsWith(`${lookup.id}.`));
  return (
    <Page
      title={lookupTitle(lookup.id)}
      crumbs={[{ label: say('configure.nav.lookups'), to: '/configure/lookups' }]}
    >
      <Card title={say('configure.lookup.items')} id="items" padding="flush">
        <LookupItems lookup={lookup} />
      </Card>
      <FindingList of={own} />
      <Card title={say('configure.lookup.add')} id="add-item">
        <AddItem lookup={lookup} />
      </Card>
      <Card title={say('configure.uses')} id="uses">
        <Uses of={`lookup:${lookup.id}`} />
      </Card>
    </Page>
  );
}
