import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { DataRecord, FormBlock, GridEdit } from '#engine';
import { useDialogs } from '../data/dialogs.tsx';
import { fetched, withChecks } from '../data/fetched.tsx';
import type { ScreenScope } from '../data/screenScope.ts';
import { type FormFrame, FormFrameContext } from '../form/FormFrame.ts';
import { Skeleton } from '../parts/Skeleton.tsx';
import styles from './rowEditor.module.css';
import type { RowEditing } from './useRowEditing.ts';

// The form code loads when a row is first edited.
const RowForm = fetched<RowFormProps>(async (app) => {
  const { FormBlockView } = await withChecks(import('../form/FormBlockView.tsx'), app);
  return ({ after, ...props }) => (
    <>
      <FormBlockView {...props} />
      {after}
    </>
  );
});

type RowFormProps = {
  readonly block: FormBlock;
  readonly scope: ScreenScope;
  /** Drawn after the form. */
  readonly after: ReactNode;
};

type Props = {
  readonly edit: GridEdit;
  readonly record: DataRecord;
  readonly scope: ScreenScope;
  readonly editing: RowEditing;
  /** Number of columns of the table. */
  readonly span: number;
};

/** Edits a row as a form in its place. */
export function RowEditor({ edit, record, scope, editing, span }: Props) {
  const cell = useRef<HTMLTableCellElement>(null);
  const rowScope = useMemo(
    () => ({ ...scope, data: { ...scope.data, [edit.form.record ?? 'row']: record } }),
    [scope, record, edit],
  );
  const frame = useRowFrame(edit, scope, editing);
  return (
    <tr className={styles.editor} data-editing={String(record.Id)}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: Escape closes the form inside */}
      <td
        ref={cell}
        colSpan={span}
        className={styles.cell}
        onKeyDown={(event) => closeOnEscape(event, editing)}
      >
        <FormFrameContext value={frame}>
          <RowForm
            block={edit.form}
            scope={rowScope}
            after={<FocusFirst within={cell} />}
            waiting={<Skeleton look="form" lines={4} />}
          />
        </FormFrameContext>
      </td>
    </tr>
  );
}

/** Escape closes an unchanged row; after a change use Cancel. */
function closeOnEscape(event: KeyboardEvent<HTMLElement>, editing: RowEditing): void {
  const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
  if (event.key === 'Escape' && isHere && !event.defaultPrevented && !editing.isDirty()) editing.close();
}

function useRowFrame(edit: GridEdit, scope: ScreenScope, editing: RowEditing): FormFrame {
  const dialogs = useDialogs();
  const latest = useRef({ scope, editing });
  latest.current = { scope, editing };
  return useMemo(() => {
    const reload = async (sentence: string) => {
      await dialogs.alert(sentence);
      latest.current.editing.close();
      await latest.current.scope.reload();
    };
    return {
      onSaved: () => latest.current.editing.close(),
      onCancel: () => latest.current.editing.close(),
      onDirty: (isDirty) => latest.current.editing.setDirty(isDirty),
      onRefused: edit.refused === 'reload' ? (sentence) => void reload(sentence) : undefined,
    };
  }, [dialogs, edit]);
}

/** Focuses the first input of an opened row. */
function FocusFirst({ within }: { within: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const box = within.current;
    box?.querySelector<HTMLElement>('input:not([disabled]), textarea')?.focus({ preventScroll: true });
    // The scroll margin keeps it below the sticky header.
    box?.closest('tr')?.scrollIntoView({ block: 'nearest' });
  }, [within]);
  return null;
}
