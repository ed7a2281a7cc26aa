import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AutomationModel } from '#engine';
import { useFormats } from '../../data/formats.ts';
import { useGuardState } from '../../data/guard.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { PersonName } from '../../data/PersonName.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import area from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { DraftBar } from '../../parts/DraftBar.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { FieldShell } from '../../parts/FieldShell.tsx';
import { Link } from '../../parts/Link.tsx';
import { Select } from '../../parts/Select.tsx';
import { findChange } from '../changes.ts';
import { Page } from '../Page.tsx';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { useWork } from '../work.tsx';
import { RunsCard } from './RunsCard.tsx';
import { SecretsCard } from './SecretsCard.tsx';
import { type Facts, useAutomationFacts } from './useAutomationFacts.ts';

/** All automations of the draft, with what those in force have done. */
export function AutomationsPage() {
  const say = useMessage();
  const { model } = useWork();
  const facts = useAutomationFacts();
  const [isNew, setNew] = useState(false);
  const rows = [...model.entities.values()].flatMap(({ automations }) => automations);
  const columns = useColumns(facts);
  return (
    <Page
      title={say('configure.nav.automations')}
      note={say('configure.automations.note')}
      actions={
        <Button tone="primary" onPress={() => setNew(true)}>
          {say('configure.automations.new')}
        </Button>
      }
    >
      {isNew && <ChooseEntity onClose={() => setNew(false)} />}
      {rows.length === 0 ? (
        <EmptyState title={say('configure.automations.none')} />
      ) : (
        <Card padding="flush">
          <PlainTable
            label={say('configure.nav.automations')}
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
          />
        </Card>
      )}
      <SecretsCard />
      <RunsCard />
    </Page>
  );
}

function useColumns(facts: ReadonlyMap<string, Facts>): readonly PlainColumn<AutomationModel>[] {
  const say = useMessage();
  const locale = useLocale();
  const formats = useFormats();
  const { draft, model, say: label } = useWork();
  return [
    {
      id: 'title',
      title: say('configure.automation'),
      isHead: true,
      cell: ({ id, title }) => (
        <span className={area.line}>
          <Link to={`/configure/automations/${encodeURIComponent(id)}`}>{title[locale]}</Link>
          {findChange(draft.Changes, 'automation', id) && <Badge tone="accent">{say('configure.own')}</Badge>}
        </span>
      ),
    },
    {
      id: 'entity',
      title: say('configure.automation.entity'),
      cell: ({ entity }) => label(model.entities.get(entity)?.plural ?? ''),
    },
    {
      id: 'on',
      title: say('configure.automation.when'),
      cell: ({ when }) => say(`configure.automation.on.${when.on}`),
    },
    {
      id: 'state',
      title: say('configure.automation.state'),
      cell: ({ off }) => (
        <Badge tone={off ? 'neutral' : 'success'}>
          {say(`configure.automation.${off ? 'off' : 'active'}`)}
        </Badge>
      ),
    },
    {
      id: 'owner',
      title: say('configure.automation.as'),
      cell: ({ owner }) => (owner ? <PersonName userName={owner} /> : say('configure.automation.as.system')),
    },
    {
      id: 'last',
      title: say('configure.automation.last'),
      cell: ({ id }) => {
        const last = facts.get(id)?.LastRun;
        return last ? `${formats.dateTime(last.Date)} – ${say(`configure.run.${last.State}`)}` : '–';
      },
    },
    {
      id: 'failed',
      title: say('configure.automation.failures'),
      cell: ({ id }) => {
        const failed = facts.get(id)?.Failed ?? 0;
        return failed > 0 ? <Badge tone="danger">{String(failed)}</Badge> : '0';
      },
    },
  ];
}

/** What a new automation is about. */
function ChooseEntity({ onClose }: { readonly onClose: () => void }) {
  const say = useMessage();
  const navigate = useNavigate();
  const guard = useGuardState();
  const { model, draft, say: label } = useWork();
  const own = new Set(draft.Changes.filter(({ kind }) => kind === 'entity').map(({ name }) => name));
  const entities = [...model.entities.values()].filter(({ area: place }) => place !== 'system');
  const sorted = [...entities.filter(({ id }) => own.has(id)), ...entities.filter(({ id }) => !own.has(id))];
  const [entity, setEntity] = useState(own.size === 1 ? [...own][0] : undefined);
  const [start] = useState(entity);
  const kept = useKeptWork({
    key: 'configure.automation.new',
    value: entity ?? '',
    isChanged: entity !== start,
    restore: (chosen) => setEntity(chosen || undefined),
  });
  const go = () => {
    if (!entity) return;
    guard?.release();
    navigate(`/configure/automations/new?entity=${entity}`);
  };
  return (
    <Dialog
      title={say('configure.automations.new')}
      onClose={onClose}
      main={{
        label: say('configure.automations.begin'),
        onPress: go,
        refusal: entity ? undefined : say('ui.choose'),
      }}
      cancel={say('ui.cancel')}
    >
      <DraftBar draft={kept} />
      <FieldShell id="automation-entity" name="entity" label={say('configure.automation.entity')} as="group">
        <Select
          id="automation-entity"
          labelledBy="automation-entity-label"
          value={entity}
          options={sorted.map(({ id, plural }) => ({ id, label: label(plural) }))}
          onChange={setEntity}
          required
        />
      </FieldShell>
    </Dialog>
  );
}
