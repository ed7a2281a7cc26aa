import { X } from 'lucide-react';
import { filterKey, type GridSnapshot, type GridState } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { Button } from '../parts/Button.tsx';
import { FoldedFilters } from '../parts/FoldedFilters.tsx';
import { Icon } from '../parts/Icon.tsx';
import { FilterField } from './FilterField.tsx';
import { countFilters, waitsForFilter } from './filterValues.ts';
import styles from './grid.module.css';

type Props = { readonly grid: GridState; readonly snapshot: GridSnapshot };

/** The filters of a grid; they apply at once. */
export function GridFilters({ grid, snapshot }: Props) {
  const say = useMessage();
  const { filters } = grid.block;
  if (filters.length === 0) return null;
  const count = countFilters(grid.block, snapshot.filters);
  return (
    <search className={styles.filters} aria-label={say('ui.grid.filters')}>
      <FoldedFilters
        set={count}
        className={styles.filterFields}
        isSingle={filters.length === 1}
        // A list that requires a filter shows its filters at once.
        startsOpen={waitsForFilter(grid.block, snapshot)}
      >
        {filters.map((filter) => (
          <FilterField
            key={filterKey(filter)}
            grid={grid}
            filter={filter}
            value={snapshot.filters[filterKey(filter)]}
          />
        ))}
        {count > 0 && (
          <div className={styles.clear}>
            <Button
              size="small"
              tone="quiet"
              icon={<Icon icon={X} size="small" />}
              onPress={grid.clearFilters}
            >
              {say('ui.grid.clear-filters', { count })}
            </Button>
          </div>
        )}
      </FoldedFilters>
    </search>
  );
}
