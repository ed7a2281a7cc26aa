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
} from '#renderer';
import building from '../../building/building.module.css';
import { useEntities, useFields } from '../../building/useFields.ts';
import type { Dashboard, DashboardFilter } from '../types.ts';
import styles from './builder.module.css';

type Props = { readonly dashboard: Dashboard; readonly change: (more: Partial<Dashboard>) => void };

/** What it is called, whose home page it is, and the filters across its panels. */
export function DashboardSettings({ dashboard, change }: Props) {
  const say = useMessage();
  const model = useModel();
  const roles = [...model.roles.values()].map(({ id }) => ({ id, label: say(`role.${id}`) }));
  const { Filters: filters } = dashboard;
  const setFilters = (Filters: readonly DashboardFilter[]) => change({ Filters });
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
          <FieldShell id="dashboard-filters" label={say('dashboard.filters')} as="group">
            {filters.map((filter, at) => (
              <FilterLine
                key={filter.Id}
                filter={filter}
                change={(next) => setFilters(filters.map((each, place) => (place === at ? next : each)))}
                remove={() => setFilters(filters.filter((each) => each !== filter))}
              />
            ))}
            <div>
              <Button
                size="small"
                disabled={filters.length >= 6}
                onPress={() => setFilters([...filters, { Id: newId(), Entity: '', Path: '' }])}
              >
                {say('building.only.add')}
              </Button>
            </div>
          </FieldShell>
        </div>
      </div>
    </Card>
  );
}

type LineProps = {
  readonly filter: DashboardFilter;
  readonly change: (filter: DashboardFilter) => void;
  readonly remove: () => void;
};

function FilterLine({ filter, change, remove }: LineProps) {
  const say = useMessage();
  const entities = useEntities();
  const fields = useFields(filter.Entity);
  const { Id, Entity, Path } = filter;
  return (
    <div className={building.line}>
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
