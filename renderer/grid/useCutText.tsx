import type { Header } from '@tanstack/react-table';
import {
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import { Tooltip as AriaTooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip';
import type { DataRecord } from '#engine';
import type { Say } from '../data/messages.tsx';
import tooltip from '../parts/Tooltip.module.css';
import styles from './grid.module.css';
import type { GridFeatures } from './gridFeatures.ts';

/** What does not fit its cell is told by the cell's title when the pointer is over it; what fits needs none. */
export function tellWhatIsCut(cell: HTMLElement, text: string): void {
  cell.title = isCut(cell) ? text : '';
}

type CutText = {
  /** Of the element that holds the rows. */
  readonly on: Pick<HTMLAttributes<HTMLElement>, 'onFocus' | 'onBlur' | 'onKeyDown'>;
  readonly view: ReactNode;
};

type Headers = readonly Header<GridFeatures, DataRecord, unknown>[];
type Press = (event: KeyboardEvent<HTMLElement>) => void;

/** The same for the keyboard: the row it stands on tells all its cells that are cut, each after its column's title. */
export function useCutText(headers: Headers, say: Say, press: Press): CutText {
  const [lines, setLines] = useState<readonly string[]>([]);
  const row = useRef<HTMLElement>(null);
  const hide = () => setLines([]);
  const show = ({ target }: FocusEvent<HTMLElement>) => {
    const titles = headers.map(({ column }) => say(column.columnDef.meta?.column.title ?? ''));
    const isOnRow = target.matches('tr[data-row]:focus-visible');
    row.current = target;
    setLines(isOnRow ? cutLines(target as HTMLTableRowElement, titles) : []);
  };
  const view = lines.length > 0 && (
    // Without a trigger of the library's own, its state is given here.
    <TooltipTriggerStateContext
      value={{ isOpen: true, shouldSkipAnimation: true, open: () => undefined, close: hide }}
    >
      <AriaTooltip triggerRef={row} placement="bottom start" className={tooltip.tooltip}>
        <span className={styles.cutLines}>{lines.join('\n')}</span>
      </AriaTooltip>
    </TooltipTriggerStateContext>
  );
  const onKeyDown: Press = (event) => (event.key === 'Escape' ? hide() : press(event));
  return { on: { onFocus: show, onBlur: hide, onKeyDown }, view };
}

function cutLines(row: HTMLTableRowElement, titles: readonly string[]): readonly string[] {
  return [...row.cells].flatMap((cell, index) =>
    titles[index] !== undefined && isCut(cell) ? [`${titles[index]}: ${cell.textContent}`] : [],
  );
}

/** A cell, or what stands in it (the name of a file), that ends in an ellipsis. */
function isCut(cell: HTMLElement): boolean {
  return [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === 'ellipsis',
  );
}
