import { ArrowDownToLine, ArrowRightToLine, Download, Redo2, Undo2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Matrix } from '#engine';
import { Button } from '../../parts/Button.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import type { WidgetProps } from '../types.ts';
import styles from './matrix.module.css';
import type { GridState } from './useGridKeys.ts';

type Props = {
  readonly props: WidgetProps;
  readonly matrix: Matrix;
  readonly state: GridState;
  readonly onClear: () => void;
  readonly onExport: () => Promise<void>;
  /** Resolves to a message about the import. */
  readonly onImport: (file: File) => Promise<string>;
};

/** Actions on the whole matrix, and the number of empty cells. */
export function MatrixBar({ props, matrix, state, onClear, onExport, onImport }: Props) {
  const { message: say, isReadOnly } = props;
  const empty = matrix.emptyCount();
  return (
    <div className={styles.bar}>
      {!isReadOnly && (
        <>
          <IconButton
            icon={Undo2}
            size="small"
            label={say('ui.matrix.undo')}
            disabled={!matrix.canUndo()}
            onPress={() => state.run('undo')}
          />
          <IconButton
            icon={Redo2}
            size="small"
            label={say('ui.matrix.redo')}
            disabled={!matrix.canRedo()}
            onPress={() => state.run('redo')}
          />
          <IconButton
            icon={ArrowDownToLine}
            size="small"
            label={say('ui.matrix.fill-down')}
            onPress={() => state.run('fillDown')}
          />
          <IconButton
            icon={ArrowRightToLine}
            size="small"
            label={say('ui.matrix.fill-right')}
            onPress={() => state.run('fillRight')}
          />
          <Button tone="link" size="small" onPress={onClear}>
            {say('ui.clear-all')}
          </Button>
        </>
      )}
      <span role="status" className={styles.said}>
        {state.said}
      </span>
      <span className={styles.count}>
        {say(empty === 0 ? 'ui.matrix.full' : 'ui.matrix.empty', {
          count: empty,
          total: matrix.rows.length * matrix.columns.length,
        })}
      </span>
      <Button size="small" tone="quiet" icon={<Download size={14} />} onPress={() => void onExport()}>
        {say('ui.matrix.export')}
      </Button>
      {!isReadOnly && <Import props={props} onFile={async (file) => state.tell(await onImport(file))} />}
    </div>
  );
}

function Import({
  props,
  onFile,
}: {
  readonly props: WidgetProps;
  readonly onFile: (file: File) => Promise<void>;
}) {
  const { message: say, inputId } = props;
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    await onFile(file).finally(() => setBusy(false));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        id={`${inputId}-file`}
        accept=".xlsx,.xls,.csv"
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          // Allows the same file to be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <Button
        size="small"
        tone="quiet"
        icon={<Upload size={14} />}
        busy={isBusy}
        onPress={() => input.current?.click()}
      >
        {say('ui.matrix.import')}
      </Button>
    </>
  );
}
