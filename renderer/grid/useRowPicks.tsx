import type { ReactNode } from 'react';
import type { DataRecord, GridSnapshot, GridState } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { Checkbox } from '../parts/Checkbox.tsx';
import { cellText } from './CellValue.tsx';
import type { CellTools } from './cellTools.ts';
import styles from './pick.module.css';
import { readPath } from './readPath.ts';
import { useMayBulk } from './useMayBulk.ts';

export type RowPicks = {
  readonly renderOne: (record: DataRecord) => ReactNode;
  readonly renderAll: () => ReactNode;
};

type Options = {
  readonly grid: GridState;
  readonly snapshot: GridSnapshot;
  readonly rows: readonly DataRecord[];
  readonly tools: CellTools;
  /** Ids of rows that were chosen before. */
  readonly taken?: ReadonlySet<string>;
};

const none: ReadonlySet<string> = new Set();

/** Checkboxes to select rows, if the grid has bulk actions; otherwise undefined. */
export function useRowPicks({ grid, snapshot, rows, tools, taken = none }: Options): RowPicks | undefined {
  const say = useMessage();
  const may = useMayBulk(grid.block);
  if (!may) return undefined;
  const { selected } = snapshot;
  const ids = rows.map(({ Id }) => String(Id)).filter((id) => !taken.has(id));
  const here = ids.filter((id) => selected.includes(id));
  const withoutHere = selected.filter((id) => !ids.includes(id));
  const [first] = grid.block.columns;
  const nameOf = (record: DataRecord) =>
    first ? cellText(readPath(record, first.shows ?? first.path), first, tools) : String(record.Id);
  return {
    renderOne: (record) => {
      const id = String(record.Id);
      return (
        <span className={styles.pick} data-screen-only>
          <Checkbox
            id={`pick-${id}`}
            label={say(taken.has(id) ? 'ui.choose.taken' : 'ui.grid.pick', { name: nameOf(record) })}
            checked={taken.has(id) || selected.includes(id)}
            disabled={taken.has(id)}
            onChange={(checked) =>
              grid.select(checked ? [...selected, id] : selected.filter((one) => one !== id))
            }
          />
        </span>
      );
    },
    renderAll: () => (
      <span className={styles.pick} data-screen-only>
        <Checkbox
          id={`pick-all-${grid.block.id}`}
          label={say('ui.grid.pick-all')}
          checked={here.length > 0 && here.length === ids.length}
          mixed={here.length > 0 && here.length < ids.length}
          onChange={(checked) => grid.select(checked ? [...withoutHere, ...ids] : withoutHere)}
        />
      </span>
    ),
  };
}
