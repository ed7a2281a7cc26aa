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

/** Above this number of cells the form update is debounced (milliseconds), to keep a large paste fast. */
const atOnce = 1000;
const moment = 120;

/** The state of the matrix, synchronized with the form in both directions. */
export function useMatrix(options: Options): { readonly matrix: Matrix; readonly flush: () => void } {
  const { props, columns, rows, format, declared } = options;
  const { form, view } = props;
  const { path } = view;
  const seen = useRef(view.value);
  const sent = useRef(view.value);
  // Wrapped in an object, so that a reset to an equal value is a new source.
  const [source, setSource] = useState({ value: view.value });
  const before = useRef<{ readonly matrix: Matrix; readonly source: object }>(undefined);
  const matrix = useMemo(() => {
    // A change of language or format keeps the typed values.
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
  // Flush on unmount, so that the last input is not lost.
  useEffect(() => flush, [flush]);
  useEffect(() => {
    if (view.value === seen.current) return;
    seen.current = view.value;
    // Usually our own value comes back; only a different one recreates the matrix.
    const own = entriesOf(sent.current, declared);
    sent.current = view.value;
    if (isSame(own, entriesOf(view.value, declared))) return;
    setSource({ value: view.value });
  }, [view.value, declared]);
  const version = useSyncExternalStore(matrix.subscribe, matrix.version);
  // A new object per version, so that dependents render again.
  const shown = useMemo(() => ({ ...matrix, shown: version }), [matrix, version]);
  return { matrix: shown, flush };
}

const filled = (matrix: Matrix): number => matrix.columns.length * matrix.rows.length - matrix.emptyCount();

function entriesOf(value: unknown, { cell }: MatrixOptionsDeclared): readonly MatrixEntry[] {
  const list: readonly DataRecord[] = Array.isArray(value) ? value : [];
  const idOf = (id: unknown) => String(id ?? aloneId);
  return list.map((row) => ({ x: idOf(row[cell.x]), y: idOf(row[cell.y]), value: row[cell.value] }));
}

/**
 * Records to save: cells with warnings are left out; invalid ones are sent as text, which the server refuses.
 */
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
