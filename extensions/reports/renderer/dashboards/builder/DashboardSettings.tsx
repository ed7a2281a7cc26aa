import { Trash2 } from 'lucide-react';
import {
  Button,
  Card,
  ComboBox,
  FieldShell,
  IconButton,
  MultiSelect,
  newId,
  TextInput,
  useMessage,
  useModel,
  useRowFocus,
} from '#renderer';
import building from '../../building/building.module.css';
import { useEntities, useFields } from '../../building/useFields.ts';
import type { Dashboard, DashboardFilter } from '../types.ts';
import styles from './builder.module.css';

type Props = { readonly dashboard: Dashboard; readonly change: (more: Partial<Dashboard>) => void };

/** Edits the title, the roles whose home page it is, and the filters. */
export function DashboardSettings({ dashboard, change }: Props) {
  const say = useMessage();
  const model = useModel();
  const roles = [...model.roles.values()].map(({ id }) => ({ id, label: say(`role.${id}`) }));
  const { Filters: filters } = dashboard;
  return (
    <Card id="dashboard-settings" title={say('building.dashboard')}>
      <div className={styles.fields}>
        <FieldShell id="dashboard-name" label={say('report.flavour.name')} required>
          <TextInput
            id="dashboard-name"
            value={dashboard.Name ?? ''}
            onChange={(Name) => change({ Name })}
            maxLength={256}
          />
        </FieldShell>
        <FieldShell id="dashboard-description" label={say('report.flavour.description')}>
          <TextInput
            id="dashboard-description"
            value={dashboard.Description ?? ''}
            onChange={(Description) => change({ Description })}
            maxLength={2000}
          />
        </FieldShell>
        <FieldShell id="dashboard-home" label={say('field.dashboard.HomeOf')} as="group">
          <MultiSelect
            id="dashboard-home"
            label={say('field.dashboard.HomeOf')}
            value={dashboard.HomeOf ?? []}
            options={roles}
            onChange={(HomeOf) => change({ HomeOf })}
          />
        </FieldShell>
        <div className={styles.wide}>
          <FilterLines filters={filters} change={(Filters) => change({ Filters })} />
        </div>
      </div>
    </Card>
  );
}

type LinesProps = {
  readonly filters: readonly DashboardFilter[];
  readonly change: (filters: readonly DashboardFilter[]) => void;
};

function FilterLines({ filters, change }: LinesProps) {
  const say = useMessage();
  const list = useRowFocus();
  return (
    <FieldShell id="dashboard-filters" label={say('dashboard.filters')} as="group">
      <div className={building.lines} {...list}>
        {filters.map((filter, at) => (
          <FilterLine
            key={filter.Id}
            filter={filter}
            place={at}
            change={(next) => change(filters.map((each, place) => (place === at ? next : each)))}
            remove={() => change(filters.filter((each) => each !== filter))}
          />
        ))}
        <div data-row-add>
          <Button
            size="small"
            disabled={filters.length >= 6}
            onPress={() => change([...filters, { Id: newId(), Entity: '', Path: '' }])}
          >
            {say('building.only.add')}
          </Button>
        </div>
      </div>
    </FieldShell>
  );
}

type LineProps = {
  readonly filter: DashboardFilter;
  readonly place: number;
  readonly change: (filter: DashboardFilter) => void;
  readonly remove: () => void;
};

function FilterLine({ filter, place, change, remove }: LineProps) {
  const say = useMessage();
  const entities = useEntities();
  const fields = useFields(filter.Entity);
  const { Id, Entity, Path } = filter;
  return (
    <div className={building.line} data-row={place}>
      <ComboBox
        id={`filter-entity-${Id}`}
        label={say('building.from.entity')}
        value={Entity || undefined}
        options={entities}
        onChange={(next) => change({ Id, Entity: next ?? '', Path: '' })}
      />
      <ComboBox
        id={`filter-path-${Id}`}
        label={say('building.field')}
        value={Path || undefined}
        options={fields}
        onChange={(next) => change({ Id, Entity, Path: next ?? '' })}
      />
      <span />
      <IconButton icon={Trash2} size="small" label={say('building.only.remove')} onPress={remove} />
    </div>
  );
}
