import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { DataRecord, GridBlock } from '#engine';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { useDialogs } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import type { GridRows } from './useGridRows.ts';

/** The row being edited; one at a time. */
export type RowEditing = {
  readonly id: string | undefined;
  /** Whether this person may edit this row. */
  readonly may: (record: DataRecord) => boolean;
  /** Opens a row; asks first if another one has unsaved changes. */
  readonly open: (id: string) => void;
  readonly close: () => void;
  readonly isDirty: () => boolean;
  readonly setDirty: (isDirty: boolean) => void;
};

/** Manages the row being edited; focus returns to it when it closes. */
export function useRowEditing({ edit }: GridBlock, scope: ScreenScope): RowEditing {
  const [id, setId] = useState<string>();
  const isDirty = useRef(false);
  const mayLeave = useMayLeave(isDirty);
  const { Features } = useUser();
  const back = useFocusBack(id);
  const open = useCallback(
    async (wanted: string) => {
      if (!(await mayLeave())) return;
      isDirty.current = false;
      setId(wanted);
    },
    [mayLeave],
  );
  return useMemo(
    () => ({
      id,
      may: (record) =>
        edit !== undefined &&
        allows(edit.form.save.access, Features) &&
        [edit.visible, edit.enabled].every(
          (one) => evaluateOn(one, expressionScope(scope, record), !one) === true,
        ),
      open: (wanted) => void open(wanted),
      close: () => {
        isDirty.current = false;
        back();
        setId(undefined);
      },
      isDirty: () => isDirty.current,
      setDirty: (dirty) => {
        isDirty.current = dirty;
      },
    }),
    [id, edit, Features, scope, open, back],
  );
}

/**
 * Keeps the row with unsaved work in the list after another person deleted it: the input stays visible, and a
 * save reports that the record is gone.
 */
export function useKeptRow(found: GridRows, { id, isDirty }: RowEditing): GridRows {
  const last = useRef<{ readonly record: DataRecord; readonly at: number; readonly address: string }>(
    undefined,
  );
  const at = found.rows.findIndex(({ Id }) => Id === id);
  const record = found.rows[at];
  useEffect(() => {
    if (record) last.current = { record, at, address: found.address };
  }, [record, at, found.address]);
  const kept = last.current;
  const isGone = id !== undefined && !record && found.state === 'ready' && kept?.record.Id === id;
  return useMemo(() => {
    if (!isGone || !kept || !isDirty() || kept.address !== found.address) return found;
    return { ...found, rows: found.rows.toSpliced(kept.at, 0, kept.record) };
  }, [isGone, kept, found, isDirty]);
}

function useMayLeave(isDirty: { readonly current: boolean }): () => Promise<boolean> {
  const dialogs = useDialogs();
  const say = useMessage();
  return useCallback(async () => {
    if (!isDirty.current) return true;
    return dialogs.confirm(say('ui.grid.edit-unsaved'), {
      title: say('ui.unsaved.title'),
      yes: say('ui.unsaved.leave'),
      no: say('ui.unsaved.stay'),
      tone: 'danger',
    });
  }, [isDirty, dialogs, say]);
}

/** Focuses the row again after its form has closed. */
function useFocusBack(id: string | undefined): () => void {
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (id !== undefined || wanted.current === undefined) return;
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"]`)?.focus();
    wanted.current = undefined;
  }, [id]);
  return useCallback(() => {
    wanted.current = id;
  }, [id]);
}
