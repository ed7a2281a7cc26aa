import { ArrowDown, ArrowUp, Columns3, Pin } from 'lucide-react';
import { useId } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import type { GridSnapshot, GridState } from '#engine';
import { useMessage } from '../data/messages.tsx';
import { Checkbox } from '../parts/Checkbox.tsx';
import { IconButton } from '../parts/IconButton.tsx';
import popover from '../parts/popover.module.css';
import { RadioGroup } from '../parts/RadioGroup.tsx';
import styles from './grid.module.css';

type Props = { readonly grid: GridState; readonly snapshot: GridSnapshot };

/** Chooses visible columns, their order, pinned columns and the row height. Stored per person. */
export function GridColumns({ grid, snapshot }: Props) {
  const say = useMessage();
  return (
    <DialogTrigger>
      <IconButton size="small" icon={Columns3} label={say('ui.grid.columns')} tooltip={false} />
      <Popover className={popover.popover} placement="bottom end" offset={4}>
        <Dialog className={styles.columns} aria-label={say('ui.grid.columns')}>
          <ul>
            {snapshot.order.map((path, place) => (
              <ColumnLine key={path} grid={grid} snapshot={snapshot} path={path} place={place} />
            ))}
          </ul>
          <Density grid={grid} snapshot={snapshot} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function ColumnLine({ grid, snapshot, path, place }: Props & { path: string; place: number }) {
  const say = useMessage();
  const id = useId();
  const declared = grid.block.columns.find((column) => column.path === path);
  const column = declared ? say(declared.title) : path;
  const isShown = !snapshot.hidden.includes(path);
  const isPinned = snapshot.pinned.includes(path);
  // The last visible column cannot be hidden.
  const isLast = isShown && snapshot.order.length - snapshot.hidden.length === 1;
  return (
    <li className={styles.columnLine}>
      <Checkbox
        id={id}
        checked={isShown}
        disabled={isLast}
        onChange={(isOn) => grid.setColumn(path, { hidden: !isOn })}
      >
        {column}
      </Checkbox>
      <span className={styles.columnTools}>
        <IconButton
          size="small"
          tooltip={false}
          icon={ArrowUp}
          label={say('ui.grid.column-before', { column })}
          disabled={place === 0}
          onPress={() => grid.moveColumn(path, place - 1)}
        />
        <IconButton
          size="small"
          tooltip={false}
          icon={ArrowDown}
          label={say('ui.grid.column-after', { column })}
          disabled={place === snapshot.order.length - 1}
          onPress={() => grid.moveColumn(path, place + 1)}
        />
        <IconButton
          size="small"
          tooltip={false}
          icon={Pin}
          label={say('ui.grid.pin', { column })}
          pressed={isPinned}
          onPress={() => grid.setColumn(path, { pinned: !isPinned })}
        />
      </span>
    </li>
  );
}

function Density({ grid, snapshot }: Props) {
  const say = useMessage();
  const id = useId();
  return (
    <div className={styles.density}>
      <span id={`${id}-label`} className={styles.filterLabel}>
        {say('ui.grid.density')}
      </span>
      <RadioGroup
        id={id}
        labelledBy={`${id}-label`}
        value={snapshot.density}
        options={[
          { id: 'compact', label: say('ui.grid.compact') },
          { id: 'normal', label: say('ui.grid.normal') },
        ]}
        onChange={(density) => grid.setDensity(density === 'normal' ? 'normal' : 'compact')}
      />
    </div>
  );
}
