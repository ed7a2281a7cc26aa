import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type DataRecord,
  type GrownLayout,
  type GrownMembers,
  type GrownRow,
  grownColumns,
  grownRows,
  nextColumn,
  startLayout,
  toggled,
  withEntries,
  withoutRow,
  withRow,
  withTicks,
} from '#engine';
import { useFormStatus } from '../../data/useFormState.ts';
import type { WidgetProps } from '../types.ts';

export type Grown = {
  readonly rows: readonly GrownRow[];
  readonly columns: readonly number[];
  readonly toggle: (key: string, number: number) => void;
  readonly addColumn: () => void;
  readonly addRow: (key: string, name: string) => void;
  /** Returns what puts the row back. */
  readonly removeRow: (key: string) => () => void;
  /** Ticks and unticks pairs; returns what takes it back. */
  readonly setTicks: (ticks: readonly Tick[]) => () => void;
};

export type Tick = { readonly key: string; readonly number: number; readonly isTicked: boolean };

/** Entries of the form as rows and columns. A save sorts them and drops unused ones. */
export function useGrown({ form, view }: WidgetProps, members: GrownMembers): Grown {
  const entries: readonly DataRecord[] = Array.isArray(view.value) ? view.value : none;
  const [layout, setLayout] = useState<GrownLayout>(() => startLayout(entries, members));
  const own = useRef(entries);
  const latest = useRef({ entries, layout });
  latest.current = { entries, layout };
  useFreshLayout({ form, members, entries, own, onFresh: setLayout });
  return useMemo(() => {
    const columns = grownColumns(entries, members, layout);
    const change = (next: readonly DataRecord[]) => {
      form.change(view.path, next);
      own.current = form.view(view.path).value as readonly DataRecord[];
    };
    const addColumn = () =>
      setLayout((now) => ({
        ...now,
        numbers: [...now.numbers, nextColumn(grownColumns(latest.current.entries, members, now))],
      }));
    return {
      columns,
      rows: grownRows(entries, members, layout),
      toggle: (key, number) => change(toggled(latest.current.entries, members, { key, number })),
      addColumn,
      addRow: (key, name) => {
        setLayout((now) => ({ ...now, keys: [...now.keys.filter((one) => one !== key), key] }));
        if (columns.length === 0) addColumn();
        change(withRow(latest.current.entries, members, { key, name }));
      },
      removeRow: (key) => {
        const removed = latest.current.entries.flatMap((entry, place) =>
          entry[members.key] === key ? [{ place, entry }] : [],
        );
        change(withoutRow(latest.current.entries, members, key));
        return () => change(withEntries(latest.current.entries, removed));
      },
      setTicks: (ticks) => {
        const rows = grownRows(latest.current.entries, members, layout);
        const back = ticks.map(({ key, number }) => ({
          ...{ key, number },
          isTicked: rows.some((row) => row.key === key && row.numbers.includes(number)),
        }));
        change(withTicks(latest.current.entries, members, ticks));
        return () => change(withTicks(latest.current.entries, members, back));
      },
    };
  }, [entries, layout, members, form, view.path]);
}

const none: readonly DataRecord[] = [];

type Fresh = Pick<WidgetProps, 'form'> & {
  readonly members: GrownMembers;
  readonly entries: readonly DataRecord[];
  /** The last entries written by this widget. */
  readonly own: { current: readonly DataRecord[] };
  readonly onFresh: (layout: GrownLayout) => void;
};

/** Resets the layout when entries change from outside, and after a save. */
function useFreshLayout({ form, members, entries, own, onFresh }: Fresh): void {
  const { saving, dirty } = useFormStatus(form);
  const wasSaving = useRef(false);
  const tell = useRef(onFresh);
  tell.current = onFresh;
  useEffect(() => {
    const isSaved = wasSaving.current && !saving && !dirty;
    wasSaving.current = saving;
    const isOwn = marksOf(entries, members) === marksOf(own.current, members);
    if (isOwn && !isSaved) return;
    own.current = entries;
    tell.current(startLayout(entries, members));
  }, [entries, saving, dirty, members, own]);
}

/** Compares only the pairs, as the form adds expanded references to entries. */
function marksOf(entries: readonly DataRecord[], { key, number }: GrownMembers): string {
  return JSON.stringify(entries.map((entry) => [entry[key], entry[number]]));
}
