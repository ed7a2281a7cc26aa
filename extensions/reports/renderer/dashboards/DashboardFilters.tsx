import { Button, FieldShell, FoldedFilters, MultiSelect, useMessage } from '#renderer';
import styles from './dashboards.module.css';
import type { ChosenValues, DashboardFilter } from './types.ts';

type Props = {
  readonly filters: readonly DashboardFilter[];
  readonly chosen: ChosenValues;
  readonly choose: (filter: string, values: readonly string[]) => void;
};

/** Filters all panels that have the field, directly or through a reference. */
export function DashboardFilters({ filters, chosen, choose }: Props) {
  const say = useMessage();
  const active = filters.filter(({ Id }) => (chosen[Id] ?? []).length > 0);
  return (
    <section aria-label={say('dashboard.filters')} data-screen-only>
      <FoldedFilters set={active.length} className={styles.filters} isSingle={filters.length === 1}>
        {filters.map((filter) => (
          <div key={filter.Id} className={styles.filter}>
            <FieldShell id={`only-${filter.Id}`} label={filter.Title ?? filter.Path} as="group">
              <MultiSelect
                id={`only-${filter.Id}`}
                label={filter.Title ?? filter.Path}
                look="summary"
                placeholder={say('report.all')}
                value={chosen[filter.Id] ?? []}
                options={(filter.Values ?? []).map(({ Value, Label, Count }) => ({
                  ...{ id: Value, label: Label, note: String(Count) },
                }))}
                onChange={(values) => choose(filter.Id, values)}
              />
            </FieldShell>
          </div>
        ))}
        {active.length > 0 && (
          <Button tone="quiet" onPress={() => active.map(({ Id }) => choose(Id, []))}>
            {say('dashboard.all')}
          </Button>
        )}
      </FoldedFilters>
    </section>
  );
}
