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

/** Sets the tooltip of a cell whose text is cut; clears it otherwise. */
export function tellWhatIsCut(cell: HTMLElement, text: string): void {
  cell.title = isCut(cell) ? text : '';
}

type CutText = {
  /** Handlers for the element that holds the rows. */
  readonly on: Pick<HTMLAttributes<HTMLElement>, 'onFocus' | 'onBlur' | 'onKeyDown'>;
  readonly view: ReactNode;
};

type Headers = readonly Header<GridFeatures, DataRecord, unknown>[];
type Press = (event: KeyboardEvent<HTMLElement>) => void;

/** The same for the keyboard: a tooltip of the focused row lists its cut cells with their column titles. */
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
    // There is no tooltip trigger, so provide its state here.
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

/** Whether a cell or an element in it ends in an ellipsis. */
function isCut(cell: HTMLElement): boolean {
  return [cell, ...cell.querySelectorAll<HTMLElement>('*')].some(
    (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === 'ellipsis',
  );
}
