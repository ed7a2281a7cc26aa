import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, Select, Skeleton, useApi, useFormats, useMessage } from '#renderer';
import styles from './rates.module.css';
import type { Dimension, Filters, Pivot } from './types.ts';

type Props = {
  readonly path: string;
  readonly version: string;
  readonly dimensions: readonly Dimension[];
  readonly filters: Filters;
};

/** Number of shades from least to greatest. */
const shades = 6;

/** Two dimensions against each other; shows the mean over the others. */
export function HeatMap({ path, version, dimensions, filters }: Props) {
  const [api, say] = [useApi(), useMessage()];
  const names = dimensions.map(({ Name }) => Name);
  const [rows, setRows] = useState(names.at(-1));
  const [columns, setColumns] = useState(names.at(-2));
  const isReady = rows !== undefined && columns !== undefined && rows !== columns;
  const asked = { Rows: rows, Columns: columns, Filters: filters };
  const { data } = useQuery({
    queryKey: ['list', 'rates-pivot', path, version, asked],
    queryFn: ({ signal }) => api.send<Pivot>('POST', `${path}/pivot`, asked, { signal, intent: 'reads' }),
    enabled: isReady,
    placeholderData: (before) => before,
  });
  const open = dimensions
    .filter(({ Name }) => Name !== rows && Name !== columns && (filters[Name] ?? '') === '')
    .map(({ Label }) => Label);
  const options = dimensions.map(({ Name, Label }) => ({ id: Name, label: Label }));
  const choice = (key: string, value: string | undefined, onChange: (name: string | undefined) => void) => (
    <div>
      <span className={styles.label} id={`rates-${key}-label`}>
        {say(`ui.rates.${key}`)}
      </span>
      <Select
        id={`rates-${key}`}
        labelledBy={`rates-${key}-label`}
        required
        {...{ value, options, onChange }}
      />
    </div>
  );
  return (
    <>
      <div className={styles.filters}>
        {choice('rows', rows, setRows)}
        {choice('columns', columns, setColumns)}
      </div>
      {!isReady && <EmptyState title={say('ui.rates.two')} />}
      {isReady && !data && <Skeleton look="form" lines={6} />}
      {isReady && data && open.length > 0 && (
        <p className={styles.label}>{say('ui.rates.mean', { names: open.join(', ') })}</p>
      )}
      {isReady && data && <PivotTable pivot={data} />}
    </>
  );
}

function PivotTable({ pivot }: { pivot: Pivot }) {
  const [say, { money }] = [useMessage(), useFormats()];
  const all = pivot.Cells.flat().flatMap((cell) => cell?.Mean ?? []);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const shade = (mean: number) => (high > low ? Math.round(((mean - low) / (high - low)) * (shades - 1)) : 0);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {pivot.Columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pivot.Rows.map((label, y) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {pivot.Columns.map((column, x) => {
                const cell = pivot.Cells[y]?.[x];
                if (!cell) return <td key={column}>–</td>;
                const range = { low: money(cell.Low), high: money(cell.High), count: cell.Count };
                return (
                  <td
                    key={column}
                    className={styles.heat}
                    data-shade={shade(cell.Mean)}
                    title={say('ui.rates.cell', range)}
                  >
                    {money(cell.Mean)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
