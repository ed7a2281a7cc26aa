import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { createMatrix, type DataRecord, type Matrix, type MatrixEntry } from '#engine';
import type { WidgetProps } from '../types.ts';
import type { MatrixFormat } from './matrixFormat.ts';
import type { MatrixOptionsDeclared } from './matrixOptions.ts';
import { type Axis, aloneId } from './useAxis.ts';

type Options = {
  readonly props: WidgetProps;
  readonly declared: MatrixOptionsDeclared;
  readonly format: MatrixFormat;
  readonly columns: Axis;
  readonly rows: Axis;
};

/** So many cells go into the form at once; more of them a moment later, so that a large paste is not held up. */
const atOnce = 1000;
const moment = 120;

/** The state of the matrix, and the form kept in step with it: what is typed here lands there, and a reset comes back. */
export function useMatrix(options: Options): { readonly matrix: Matrix; readonly flush: () => void } {
  const { props, columns, rows, format, declared } = options;
  const { form, view } = props;
  const { path } = view;
  const seen = useRef(view.value);
  const sent = useRef(view.value);
  // An object of its own, so that the same value, given back by a reset, is another source.
  const [source, setSource] = useState({ value: view.value });
  const before = useRef<{ readonly matrix: Matrix; readonly source: object }>(undefined);
  const matrix = useMemo(() => {
    // In another language or format the same table goes on, with all that was typed into it.
    const goesOn = before.current?.source === source ? before.current.matrix : undefined;
    const entries = goesOn ? goesOn.entries() : entriesOf(source.value, declared);
    const made = createMatrix({ columns: columns.ids, rows: rows.ids, entries, ...format });
    before.current = { matrix: made, source };
    return made;
  }, [columns, rows, source, declared, format]);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    if (waiting.current === undefined) return;
    clearTimeout(waiting.current);
    waiting.current = undefined;
    const records = recordsOf(matrix, declared);
    sent.current = records;
    form.change(path, records);
    seen.current = form.view(path).value;
  }, [form, path, matrix, declared]);
  useEffect(
    () =>
      matrix.subscribe(() => {
        clearTimeout(waiting.current);
        waiting.current = setTimeout(flush, moment);
        if (filled(matrix) <= atOnce) flush();
      }),
    [matrix, flush],
  );
  // What was typed last must not be lost with the page's leaving.
  useEffect(() => flush, [flush]);
  useEffect(() => {
    if (view.value === seen.current) return;
    seen.current = view.value;
    // What comes back is mostly what went in: only something else makes another table.
    const own = entriesOf(sent.current, declared);
    sent.current = view.value;
    if (isSame(own, entriesOf(view.value, declared))) return;
    setSource({ value: view.value });
  }, [view.value, declared]);
  const version = useSyncExternalStore(matrix.subscribe, matrix.version);
  // Another object with every step: what is drawn from it is drawn again.
  const shown = useMemo(() => ({ ...matrix, shown: version }), [matrix, version]);
  return { matrix: shown, flush };
}

const filled = (matrix: Matrix): number => matrix.columns.length * matrix.rows.length - matrix.emptyCount();

function entriesOf(value: unknown, { cell }: MatrixOptionsDeclared): readonly MatrixEntry[] {
  const list: readonly DataRecord[] = Array.isArray(value) ? value : [];
  const idOf = (id: unknown) => String(id ?? aloneId);
  return list.map((row) => ({ x: idOf(row[cell.x]), y: idOf(row[cell.y]), value: row[cell.value] }));
}

/** What is saved: cells without a warning, which says that they are left out; what is wrong goes along as text, and is refused. */
function recordsOf(matrix: Matrix, { cell }: MatrixOptionsDeclared): readonly DataRecord[] {
  const levels = new Map(
    matrix
      .issues()
      .map(({ row, column, issue }) => [`${matrix.columns[column]} ${matrix.rows[row]}`, issue.level]),
  );
  const levelAt = ({ x, y }: MatrixEntry) => levels.get(`${x} ${y}`);
  return matrix
    .entries()
    .filter((entry) => levelAt(entry) !== 'warning')
    .map((entry) => (levelAt(entry) === 'error' ? { ...entry, value: String(entry.value) } : entry))
    .map(({ x, y, value }) => ({
      ...(x === aloneId ? {} : { [cell.x]: x }),
      ...(y === aloneId ? {} : { [cell.y]: y }),
      [cell.value]: value,
    }));
}

function isSame(own: readonly MatrixEntry[], entries: readonly MatrixEntry[]): boolean {
  if (own.length !== entries.length) return false;
  const values = new Map(own.map(({ x, y, value }) => [`${x} ${y}`, value]));
  return entries.every(({ x, y, value }) => String(values.get(`${x} ${y}`)) === String(value));
}
