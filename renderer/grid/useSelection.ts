import { useRef } from 'react';
import type { DataRecord, GridSnapshot, GridState } from '#engine';
import { cellText } from './CellValue.tsx';
import type { CellTools } from './cellTools.ts';
import { readPath } from './readPath.ts';

/** Selects rows and copies them as a table. */
export function useSelection(
  grid: GridState,
  snapshot: GridSnapshot,
  rows: readonly DataRecord[],
  tools: CellTools,
) {
  const anchor = useRef<string>(undefined);
  const ids = rows.map((row) => String(row.Id));
  const select = (id: string, how: 'toggle' | 'range') => {
    const from = ids.indexOf(anchor.current ?? id);
    if (how === 'range' && from >= 0) {
      // A range replaces the selection of this page only.
      const elsewhere = snapshot.selected.filter((one) => !ids.includes(one));
      return grid.select([...elsewhere, ...between(ids, from, ids.indexOf(id))]);
    }
    anchor.current = id;
    grid.select(
      snapshot.selected.includes(id)
        ? snapshot.selected.filter((one) => one !== id)
        : [...snapshot.selected, id],
    );
  };
  const copy = () => {
    // Selected text takes precedence over rows.
    if (snapshot.selected.length === 0 || !window.getSelection()?.isCollapsed) return;
    const picked = rows.filter((row) => snapshot.selected.includes(String(row.Id)));
    void navigator.clipboard?.writeText(asTable(grid, snapshot, picked, tools));
  };
  return { select, copy, clear: () => grid.select([]) };
}

function between(ids: readonly string[], from: number, to: number): readonly string[] {
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/** Tab-separated values for spreadsheets. */
function asTable(
  { block }: GridState,
  snapshot: Pick<GridSnapshot, 'order' | 'hidden'>,
  rows: readonly DataRecord[],
  tools: CellTools,
): string {
  const byPath = new Map(block.columns.map((column) => [column.path, column]));
  const columns = snapshot.order.flatMap((path) =>
    snapshot.hidden.includes(path) ? [] : (byPath.get(path) ?? []),
  );
  const head = columns.map((column) => tools.say(column.title));
  const lines = rows.map((row) =>
    columns.map((column) => safeCell(cellText(readPath(row, column.shows ?? column.path), column, tools))),
  );
  return [head, ...lines].map((line) => line.join('\t')).join('\n');
}

/** Prevents CSV injection: a spreadsheet would run text that starts like a formula. */
function safeCell(text: string): string {
  const flat = text.replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(flat) && Number.isNaN(Number(flat)) ? `'${flat}` : flat;
}
