import { GripVertical } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useMessage } from '../../data/messages.tsx';
import hidden from '../../parts/hidden.module.css';
import { Icon } from '../../parts/Icon.tsx';
import styles from './canvas.module.css';
import { keyOf } from './layout.ts';
import type { Canvas } from './useCanvas.ts';
import type { CanvasActions } from './useCanvasActions.ts';
import { useCanvasKeys } from './useCanvasKeys.ts';
import { elementOf, usePointer } from './usePointer.ts';

type Props = {
  readonly canvas: Canvas;
  readonly actions: CanvasActions;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly isPhone: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
};

/** The drawn block, whose parts are selected, moved and resized; its fields take no input here. */
export function Surface({ canvas, actions, root, isPhone, onOpen, children }: Props) {
  const say = useMessage();
  const line = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const pointer = usePointer({ root, line, canvas, actions });
  const onKeyDown = useCanvasKeys({ canvas, actions, onOpen, onEscape: pointer.cancel });
  useFrame(root, frame, canvas);
  const { selected } = canvas;
  const hasWidth = selected?.kind === 'item' || selected?.kind === 'column';
  return (
    <div className={styles.stage} data-phone={isPhone || undefined}>
      <div
        ref={root}
        className={styles.surface}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself
        tabIndex={0}
        aria-label={say('configure.canvas.label', { title: selected ? canvas.nameOf(selected) : '' })}
        aria-describedby="canvas-keys"
        onKeyDown={onKeyDown}
        {...pointer.handlers}
      >
        <div inert className={styles.content}>
          {children}
        </div>
        <div ref={frame} className={styles.frame} hidden>
          <span className={styles.grip} data-handle="move">
            <Icon icon={GripVertical} size="small" />
          </span>
          {hasWidth && <span className={styles.edge} data-handle="width" />}
        </div>
        <div ref={line} className={styles.line} hidden />
      </div>
      <p id="canvas-keys" className={hidden.hidden}>
        {say('configure.canvas.keys')}
      </p>
    </div>
  );
}

/** Keeps the frame around the selected part, wherever the layout puts it. */
function useFrame(
  root: RefObject<HTMLDivElement | null>,
  frame: RefObject<HTMLDivElement | null>,
  { selected }: Canvas,
): void {
  const place = useRef(() => {});
  place.current = () => {
    const [box, border] = [root.current, frame.current];
    if (!box || !border) return;
    const part = selected && elementOf(box, selected);
    const rect = part?.getBoundingClientRect();
    border.hidden = !rect || rect.width === 0;
    if (!rect || rect.width === 0) return;
    const origin = box.getBoundingClientRect();
    border.style.translate = `${rect.left - origin.left - 4}px ${rect.top - origin.top - 4}px`;
    border.style.width = `${rect.width + 8}px`;
    border.style.height = `${rect.height + 8}px`;
  };
  useLayoutEffect(() => place.current());
  useEffect(() => {
    if (!root.current) return;
    const observer = new ResizeObserver(() => place.current());
    observer.observe(root.current);
    const content = root.current.firstElementChild;
    if (content) observer.observe(content);
    const changed = new MutationObserver(() => place.current());
    if (content) changed.observe(content, { childList: true, subtree: true, attributes: true });
    return () => {
      observer.disconnect();
      changed.disconnect();
    };
  }, [root]);
  const name = selected && keyOf(selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls
  useEffect(() => {
    const part = root.current && selected && elementOf(root.current, selected);
    if (!part) return;
    openTab(part);
    part.scrollIntoView({ block: 'nearest' });
  }, [root, name]);
}

function openTab(part: HTMLElement): void {
  const panel = part.closest('[role="tabpanel"]');
  const tab = document.getElementById(panel?.getAttribute('aria-labelledby') ?? '');
  if (tab && tab.getAttribute('aria-selected') !== 'true') tab.click();
}
