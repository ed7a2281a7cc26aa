import { FoldedFilters, type Say, Select } from '#renderer';
import styles from './rates.module.css';
import type { Dimension, Filters } from './types.ts';

type Props = {
  readonly dimensions: readonly Dimension[];
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
  readonly say: Say;
};

/** Filters by one value of each dimension, or any. */
export function RateFilters({ dimensions, filters, onChange, say }: Props) {
  const put = (name: string, value: string | undefined) => {
    const { [name]: _, ...others } = filters;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <FoldedFilters
      set={Object.keys(filters).length}
      className={styles.filters}
      isSingle={dimensions.length < 2}
    >
      {dimensions.map(({ Name, Label, Values }) => {
        const id = `rates-${Name.replaceAll('.', '-')}`;
        return (
          <div key={Name}>
            <span className={styles.label} id={`${id}-label`}>
              {Label}
            </span>
            <Select
              id={id}
              labelledBy={`${id}-label`}
              placeholder={say('ui.rates.any')}
              value={filters[Name]}
              options={Values.map((one) => ({ id: String(one.Value), label: one.Label }))}
              onChange={(value) => put(Name, value)}
            />
          </div>
        );
      })}
    </FoldedFilters>
  );
}
