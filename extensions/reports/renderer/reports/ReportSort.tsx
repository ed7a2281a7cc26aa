import { Checkbox, FieldShell, type Option, Select, useMessage } from '#renderer';
import type { SortOrder } from './reportChoice.ts';

type Props = {
  readonly options: readonly Option[];
  readonly order: readonly SortOrder[];
  readonly sort: (order: readonly SortOrder[]) => void;
};

/** Primary and secondary sort order of the rows. */
export function ReportSort({ options, order, sort }: Props) {
  const say = useMessage();
  const put = (at: number, next: SortOrder | undefined) =>
    sort([0, 1].flatMap((index) => (index === at ? (next ?? []) : (order[index] ?? []))));
  return [0, 1].map((at) => {
    const one = order[at];
    const label = say(at === 0 ? 'report.sort.primary' : 'report.sort.secondary');
    return (
      <FieldShell key={label} id={`sort-${at}`} label={label}>
        <Select
          id={`sort-${at}`}
          value={one?.Column}
          options={options}
          onChange={(Column) =>
            put(
              at,
              Column ? { Column, ColumnSortingOrder: 1, IsAscending: one?.IsAscending ?? true } : undefined,
            )
          }
        />
        {one && (
          <Checkbox
            id={`ascending-${at}`}
            checked={one.IsAscending}
            onChange={(IsAscending) => put(at, { ...one, IsAscending })}
          >
            {say('report.sort.ascending')}
          </Checkbox>
        )}
      </FieldShell>
    );
  });
}
