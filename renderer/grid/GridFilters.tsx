import { ListFilter, X } from 'lucide-react';
import { useId, useState } from 'react';
import { filterKey, type GridSnapshot, type GridState } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { usePhone } from '../parts/usePhone.ts';
import { FilterField } from './FilterField.tsx';
import { countFilters, waitsForFilter } from './filterValues.ts';
import styles from './grid.module.css';

type Props = { readonly grid: GridState; readonly snapshot: GridSnapshot };

/** The filters of a grid; they apply at once. On a phone one button shows and hides them. */
export function GridFilters({ grid, snapshot }: Props) {
  const say = useMessage();
  const id = useId();
  const isPhone = usePhone();
  // A list that requires a filter starts with its filters open.
  const [isOpen, setOpen] = useState(() => waitsForFilter(grid.block, snapshot));
  const { filters } = grid.block;
  if (filters.length === 0) return null;
  const count = countFilters(grid.block, snapshot.filters);
  const isFolded = isPhone && filters.length > 1;
  return (
    <search className={styles.filters} aria-label={say('ui.grid.filters')}>
      {isFolded && (
        <Button
          icon={<Icon icon={ListFilter} size="small" />}
          expanded={isOpen}
          controls={id}
          onPress={() => setOpen(!isOpen)}
        >
          {count > 0 ? say('ui.grid.filters-set', { count }) : say('ui.grid.filters')}
        </Button>
      )}
      <div id={id} className={styles.filterFields} hidden={isFolded && !isOpen}>
        {filters.map((filter) => (
          <FilterField
            key={filterKey(filter)}
            grid={grid}
            filter={filter}
            value={snapshot.filters[filterKey(filter)]}
          />
        ))}
        {count > 0 && <ClearButton grid={grid} count={count} />}
      </div>
    </search>
  );
}

function ClearButton({ grid, count }: Pick<Props, 'grid'> & { readonly count: number }) {
  const say = useMessage();
  return (
    <div className={styles.clear}>
      <Button size="small" tone="quiet" icon={<Icon icon={X} size="small" />} onPress={grid.clearFilters}>
        {say('ui.grid.clear-filters', { count })}
      </Button>
    </div>
  );
}
