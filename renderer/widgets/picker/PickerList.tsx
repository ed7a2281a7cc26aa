import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef } from 'react';
import type { Say } from '../../data/messages.tsx';
import type { Pickable } from './pickable.ts';
import styles from './picker.module.css';

type Props = {
  readonly items: readonly Pickable[];
  readonly state: 'loading' | 'ready' | 'failed';
  /** Why loading failed. */
  readonly problem?: string | undefined;
  readonly label: string;
  readonly say: Say;
  readonly onToggle: (item: Pickable) => void;
};

const rowHeight = 28;

/** A virtualized list of checkboxes; up and down move between them. */
export function PickerList({ items, state, problem, label, say, onToggle }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = Number((event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index);
    if (step === undefined || Number.isNaN(at) || !items[at + step]) return;
    event.preventDefault();
    virtualizer.scrollToIndex(at + step);
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${at + step}"] input`)?.focus(),
    );
  };
  if (state !== 'ready' || items.length === 0)
    return (
      <p className={styles.empty} role="status">
        {(state === 'failed' && problem) || say(emptyText[state])}
      </p>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: neither a fieldset nor a page landmark
    <div
      ref={scroller}
      role="group"
      className={styles.list}
      aria-label={say('ui.picker.list', { label })}
      onKeyDown={walk}
    >
      <ul className={styles.items} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <li
              key={key}
              data-index={index}
              className={styles.item}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              <Pick item={item} say={say} onToggle={onToggle} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const emptyText = {
  loading: 'ui.loading',
  failed: 'ui.picker.failed',
  ready: 'ui.picker.none',
} satisfies Record<Props['state'], string>;

function Pick({ item, say, onToggle }: { item: Pickable; say: Say; onToggle: Props['onToggle'] }) {
  return (
    <label className={styles.pick}>
      <input type="checkbox" checked={item.isChosen} onChange={() => onToggle(item)} />
      <span className={styles.name}>{item.label}</span>
      <span className={styles.note}>{item.isGone ? say('ui.picker.not-offered') : item.note}</span>
    </label>
  );
}
