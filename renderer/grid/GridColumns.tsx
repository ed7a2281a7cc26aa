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

/** Which columns show, in which order, which stay in sight, and how tall the rows are. Kept per person. */
export function GridColumns({ grid, snapshot }: Props) {
  const say = useMessage();
  const id = useId();
  const titles = new Map(grid.block.columns.map((column) => [column.path, say(column.title)]));
  const shownCount = snapshot.order.length - snapshot.hidden.length;
  return (
    <DialogTrigger>
      <IconButton size="small" icon={Columns3} label={say('ui.grid.columns')} tooltip={false} />
      <Popover className={popover.popover} placement="bottom end" offset={4}>
        <Dialog className={styles.columns} aria-label={say('ui.grid.columns')}>
          <ul>
            {snapshot.order.map((path, place) => (
              <li key={path} className={styles.columnLine}>
                <Checkbox
                  id={`${id}-${path}`}
                  checked={!snapshot.hidden.includes(path)}
                  // The last one in sight stays: a table of nothing helps nobody.
                  disabled={shownCount === 1 && !snapshot.hidden.includes(path)}
                  onChange={(isShown) => grid.setColumn(path, { hidden: !isShown })}
                >
                  {titles.get(path)}
                </Checkbox>
                <span className={styles.columnTools}>
                  <IconButton
                    size="small"
                    tooltip={false}
                    icon={ArrowUp}
                    label={say('ui.grid.column-before', { column: titles.get(path) })}
                    disabled={place === 0}
                    onPress={() => grid.moveColumn(path, place - 1)}
                  />
                  <IconButton
                    size="small"
                    tooltip={false}
                    icon={ArrowDown}
                    label={say('ui.grid.column-after', { column: titles.get(path) })}
                    disabled={place === snapshot.order.length - 1}
                    onPress={() => grid.moveColumn(path, place + 1)}
                  />
                  <IconButton
                    size="small"
                    tooltip={false}
                    icon={Pin}
                    label={say('ui.grid.pin', { column: titles.get(path) })}
                    pressed={snapshot.pinned.includes(path)}
                    onPress={() => grid.setColumn(path, { pinned: !snapshot.pinned.includes(path) })}
                  />
                </span>
              </li>
            ))}
          </ul>
          <div className={styles.density}>
            <span id={`${id}-density-label`} className={styles.filterLabel}>
              {say('ui.grid.density')}
            </span>
            <RadioGroup
              id={`${id}-density`}
              labelledBy={`${id}-density-label`}
              value={snapshot.density}
              options={[
                { id: 'compact', label: say('ui.grid.compact') },
                { id: 'normal', label: say('ui.grid.normal') },
              ]}
              onChange={(density) => grid.setDensity(density === 'normal' ? 'normal' : 'compact')}
            />
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
