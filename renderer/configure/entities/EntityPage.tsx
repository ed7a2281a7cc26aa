import { Plus } from 'lucide-react';
import { useParams, useSearchParams } from 'react-router';
import type { EntityChange, EntityModel } from '#engine';
import { type Say, useMessage } from '../../data/messages.tsx';
import { Badge } from '../../parts/Badge.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { EntityActivity } from '../activity/EntityActivity.tsx';
import { findChange } from '../changes.ts';
import type { Draft } from '../draftTypes.ts';
import { Page } from '../Page.tsx';
import { screensOf } from '../places.ts';
import { ScreenTable } from '../screens/ScreenTable.tsx';
import { Uses } from '../uses/Uses.tsx';
import { useWork } from '../work.tsx';
import { EntityWorkflow } from '../workflow/EntityWorkflow.tsx';
import { CopyEntity } from './CopyEntity.tsx';
import { EditMenu } from './EditMenu.tsx';
import { EntityFields } from './EntityFields.tsx';
import { EntityRights } from './EntityRights.tsx';
import { EntityRules } from './EntityRules.tsx';
import { RenameEntity } from './RenameEntity.tsx';
import { RetireEntity } from './RetireEntity.tsx';
import { TakeOutEntity } from './TakeOutEntity.tsx';

/** One entity: its fields, rules, screens and uses. */
export function EntityPage() {
  const { entityId = '' } = useParams();
  const { model, draft } = useWork();
  const entity = model.entities.get(entityId);
  if (entity) return <OneEntity key={entity.id} entity={entity} />;
  // A new entity is in the draft before the application with the draft has been read.
  return findChange(draft.Changes, 'entity', entityId) && !isBroken(draft, entityId) ? (
    <Skeleton look="form" lines={4} />
  ) : (
    <NotFoundPage />
  );
}

/** An entity with errors is not part of the application. */
const isBroken = ({ Findings }: Draft, name: string): boolean =>
  Findings.some(
    ({ Level, Change }) => Level === 'error' && Change?.Kind === 'entity' && Change.Name === name,
  );

function OneEntity({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const { draft, say: label } = useWork();
  const change = findChange(draft.Changes, 'entity', entity.id);
  const [query, setQuery] = useSearchParams();
  const here = `/configure/entities/${entity.id}`;
  return (
    <Page
      title={label(entity.plural)}
      crumbs={[{ label: say('configure.entities'), to: '/configure' }]}
      note={
        change && (
          <>
            {change.retired && <Badge tone="warning">{say('configure.entity.retired')}</Badge>}{' '}
            {say('configure.entity.who')} <Link to={`${here}?tab=rights`}>{say('configure.rights')}</Link>
          </>
        )
      }
      actions={
        <>
          {change && (
            <>
              <TakeOutEntity entity={entity} />
              <RetireEntity change={change} title={label(entity.plural)} />
              <CopyEntity change={change} title={label(entity.plural)} />
            </>
          )}
          <RenameEntity entity={entity} />
          {change && !change.retired && <EditMenu change={change} />}
          <Link to={`${here}/rules/new`} look="button">
            {say('configure.rule.add')}
          </Link>
          <Link to={`${here}/fields/new`} look="primary">
            <Icon icon={Plus} />
            {say('configure.field.add')}
          </Link>
        </>
      }
    >
      <Tabs
        label={label(entity.plural)}
        selected={query.get('tab') ?? 'fields'}
        onSelect={(tab) => setQuery({ tab }, { replace: true })}
        items={tabsOf(entity, change, say)}
      />
    </Page>
  );
}

function tabsOf(entity: EntityModel, change: EntityChange | undefined, say: Say) {
  return [
    { id: 'fields', label: say('configure.fields'), content: <EntityFields entity={entity} /> },
    ...(change
      ? [
          {
            id: 'rights',
            label: say('configure.rights'),
            content: <EntityRights entity={entity} change={change} />,
          },
        ]
      : []),
    { id: 'rules', label: say('configure.rules'), content: <EntityRules entity={entity} /> },
    {
      id: 'workflow',
      label: say('configure.workflow'),
      content: <EntityWorkflow entity={entity} />,
    },
    {
      id: 'activity',
      label: say('configure.activity'),
      content: <EntityActivity entity={entity} />,
    },
    { id: 'screens', label: say('configure.nav.screens'), content: <EntityScreens entity={entity} /> },
    { id: 'uses', label: say('configure.uses'), content: <EntityUses entity={entity} /> },
  ];
}

/** Screens that show records of the entity. */
function EntityScreens({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const { model } = useWork();
  const screens = screensOf(model, entity.id);
  if (screens.length === 0) return <EmptyState title={say('configure.entity.no-screens')} />;
  return (
    <Card padding="flush">
      <ScreenTable label={say('configure.nav.screens')} screens={screens} />
    </Card>
  );
}

function EntityUses({ entity }: { entity: EntityModel }) {
  return (
    <Card>
      <Uses of={`entity:${entity.id}`} />
    </Card>
  );
}
