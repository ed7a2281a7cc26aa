import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { EntityModel } from '#engine';
import { type Say, useLocale, useMessage } from '../../data/messages.tsx';
import styles from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Link } from '../../parts/Link.tsx';
import { AreaSearch } from '../AreaSearch.tsx';
import { entityOfChange } from '../changes.ts';
import { fold } from '../fold.ts';
import { Page } from '../Page.tsx';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { screensOf } from '../places.ts';
import { useWork } from '../work.tsx';

/** The start page: all entities of the application. */
export function EntitiesPage() {
  const say = useMessage();
  const [search, setSearch] = useState('');
  const { model, say: label } = useWork();
  const locale = useLocale();
  const wanted = fold(search);
  // System entities cannot be configured.
  const open = [...model.entities.values()].filter(({ area }) => area !== 'system');
  const found = open.filter((entity) =>
    fold(`${label(entity.plural)} ${label(entity.title)} ${entity.id}`).includes(wanted),
  );
  found.sort((one, other) => label(one.plural).localeCompare(label(other.plural), locale));
  const areas = [...new Set(found.map(({ area }) => area))];
  return (
    <Page
      title={say('configure.entities')}
      note={say('configure.entities.note')}
      actions={
        <Link to="/configure/entities/new" look="button">
          <Icon icon={Plus} />
          {say('configure.entity.new')}
        </Link>
      }
    >
      <AreaSearch
        id="configure-search"
        label={say('configure.entities.search')}
        value={search}
        onChange={setSearch}
      />
      {found.length === 0 && <EmptyState title={say('ui.no-results')} />}
      {areas.map((area) => (
        <Card key={area} id={`area-${area}`} title={areaTitle(say, area)} padding="flush">
          <EntityTable area={area} entities={found.filter((entity) => entity.area === area)} />
        </Card>
      ))}
    </Page>
  );
}

function EntityTable({ area, entities }: { area: string; entities: readonly EntityModel[] }) {
  const say = useMessage();
  const { model, draft, say: label } = useWork();
  const changes = ({ id }: EntityModel) =>
    draft.Changes.filter((change) => entityOfChange(model, change) === id).length;
  const columns: readonly PlainColumn<EntityModel>[] = [
    {
      id: 'name',
      title: say('configure.entity'),
      isHead: true,
      cell: (entity) => (
        <span className={styles.line}>
          <Link to={`/configure/entities/${entity.id}`}>{label(entity.plural)}</Link>
          {changes(entity) > 0 && (
            <Badge tone="accent">{say('configure.changes', { count: changes(entity) })}</Badge>
          )}
        </span>
      ),
    },
    { id: 'fields', title: say('configure.fields'), cell: ({ fields }) => fields.length },
    { id: 'rules', title: say('configure.rules'), cell: (entity) => ruleCount(entity) },
    { id: 'screens', title: say('configure.nav.screens'), cell: ({ id }) => screensOf(model, id).length },
  ];
  return <PlainTable label={areaTitle(say, area)} columns={columns} rows={entities} rowId={({ id }) => id} />;
}

/** The title of an area, or its folder name if it has none. */
function areaTitle(say: Say, area: string): string {
  const key = `configure.area.${area}`;
  const title = say(key);
  return title === key ? area : title;
}

function ruleCount({ rules }: EntityModel): number {
  return Object.values(rules).reduce((sum, group) => sum + group.length, 0);
}
