import { useState } from 'react';
import type { EntityModel, FieldModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import styles from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Link } from '../../parts/Link.tsx';
import { Switch } from '../../parts/Switch.tsx';
import { AreaSearch } from '../AreaSearch.tsx';
import { addedFirst, findChange } from '../changes.ts';
import { fold } from '../fold.ts';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { type Standing, standingsOf } from '../places.ts';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';

/** The fields of an entity with their types and screens. */
export function EntityFields({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const { draft, model, say: label } = useWork();
  const [withServer, setWithServer] = useState(false);
  const [search, setSearch] = useState('');
  const names = usePlaceNames();
  // Added fields first, as the person is working on them.
  const fields = addedFirst(entity.fields, ({ path }) =>
    findChange(draft.Changes, 'field', `${entity.id}.${path}`),
  ).filter((field) => withServer || !isOfServer(field));
  // Search all texts of a row: labels, name, type and screens.
  const found = fields.filter((field) => {
    const screens = standingsOf(model, field).map(({ screen }) => names.screen(screen));
    const said = [label(field.label), field.name, say(`configure.type.${field.kind}`), ...screens];
    return fold(said.join(' ')).includes(fold(search.trim()));
  });
  return (
    <Card
      padding="flush"
      actions={
        <>
          <AreaSearch
            id="fields-search"
            label={say('configure.fields.search')}
            value={search}
            onChange={setSearch}
          />
          <Switch id="with-server" checked={withServer} onChange={setWithServer}>
            {say('configure.fields.with-server')}
          </Switch>
        </>
      }
    >
      {found.length === 0 && <EmptyState title={say('ui.no-results')} />}
      <PlainTable
        label={say('configure.fields.of', { name: label(entity.plural) })}
        columns={useColumns()}
        rows={found}
        rowId={({ path }) => path}
      />
    </Card>
  );
}

/** Whether only the server sets it and no form shows it. */
function isOfServer({ kind, readOnly, name }: FieldModel): boolean {
  return (
    kind === 'id' ||
    (readOnly && /^(Revision|Release|CreatedDate|CreatedBy|ModifiedDate|ModifiedBy)$/.test(name))
  );
}

function useColumns(): readonly PlainColumn<FieldModel>[] {
  const say = useMessage();
  const { say: label } = useWork();
  return [
    {
      id: 'name',
      title: say('configure.field'),
      isHead: true,
      cell: (field) => (
        <span className={styles.line}>
          <Link to={`/configure/entities/${field.entity}/fields/${field.name}`}>{label(field.label)}</Link>
          <FieldMark field={field} />
        </span>
      ),
    },
    { id: 'kind', title: say('configure.field.type'), cell: ({ kind }) => say(`configure.type.${kind}`) },
    {
      id: 'required',
      title: say('configure.field.required'),
      cell: (field) => <Required field={field} />,
    },
    { id: 'places', title: say('configure.field.places'), cell: (field) => <Places field={field} /> },
    {
      id: 'id',
      title: say('configure.stored-name'),
      cell: ({ name }) => <code className={styles.code}>{name}</code>,
    },
  ];
}

function FieldMark({ field }: { field: FieldModel }) {
  const say = useMessage();
  const { draft } = useWork();
  const name = `${field.entity}.${field.path}`;
  if (findChange(draft.Changes, 'field', name)) return <Badge tone="accent">{say('configure.own')}</Badge>;
  if (findChange(draft.Changes, 'adjust', `field.${name}`)) return <Badge>{say('configure.adjusted')}</Badge>;
  return null;
}

function Required({ field }: { field: FieldModel }) {
  const say = useMessage();
  const { model } = useWork();
  const rules = model.entities.get(field.entity)?.rules.state ?? [];
  if (field.required) return say('ui.yes');
  const isSometimes = rules.some(({ slot, fields }) => slot === 'required' && fields.includes(field.path));
  return isSometimes ? say('configure.field.required.sometimes') : '–';
}

function Places({ field }: { field: FieldModel }) {
  const { model } = useWork();
  const say = useMessage();
  const names = usePlaceNames();
  const standings = standingsOf(model, field);
  if (standings.length === 0) return <span className={styles.quiet}>{say('configure.field.nowhere')}</span>;
  return (
    <ul>
      {byScreen(standings).map(([screen, kinds]) => (
        <li key={screen.id}>
          <Link to={`/configure/screens/${screen.id}`} look="quiet">
            {names.screen(screen)}
          </Link>
          <span className={styles.quiet}>
            {' '}
            {kinds.map((kind) => say(`configure.place.${kind}`)).join(', ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function byScreen(standings: readonly Standing[]) {
  const screens = [...new Set(standings.map(({ screen }) => screen))];
  return screens.map(
    (screen) =>
      [screen, [...new Set(standings.filter((one) => one.screen === screen).map(({ as }) => as))]] as const,
  );
}
