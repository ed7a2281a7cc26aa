import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useMessage } from '../../data/messages.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { IconButton } from '../../parts/IconButton.tsx';
import type { Draft } from '../draftTypes.ts';
import { useWork } from '../work.tsx';
import styles from './screens.module.css';

type Movable = { readonly id: string; readonly label: string; readonly note?: string };

type Props = {
  readonly label: string;
  readonly items: readonly Movable[];
  /** Moves an item after another one, or to the start with ''. Resolves to undefined if refused. */
  readonly onMove: (id: string, after: string) => Promise<Draft | undefined>;
  readonly onRemove?: (id: string) => void;
  /** Further buttons of an item. */
  readonly tools?: (id: string) => ReactNode;
};

/** A list reordered by dragging, or by arrow keys on the handle of an item. */
export function ReorderList(props: Props) {
  const { label, items, onMove } = props;
  const say = useMessage();
  const [order, setOrder] = useOrderOf(items);
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const from = order.findIndex(({ id }) => id === dragged);
  const dropAt = (index: number) =>
    from < 0 || from === index || order[index]?.id !== over ? undefined : from < index ? 'after' : 'before';
  const [said, announce] = useState('');
  const move = (id: string, to: number) => {
    const others = order.filter((one) => one.id !== id);
    const item = order.find((one) => one.id === id);
    const place = Math.max(0, Math.min(to, others.length));
    if (!item || order.indexOf(item) === place) return;
    setOrder([...others.slice(0, place), item, ...others.slice(place)]);
    announce(say('configure.move.said', { item: item.label, place: place + 1, count: order.length }));
    void onMove(id, others[place - 1]?.id ?? '').then((saved) => saved ?? setOrder(undefined));
  };
  return (
    <>
      <ol className={styles.list} aria-label={label}>
        {order.map((item, index) => (
          <Line
            key={item.id}
            {...props}
            item={item}
            isDragged={dragged === item.id}
            drop={dropAt(index)}
            onOver={() => setOver(item.id)}
            onDrag={(id) => {
              setDragged(id);
              setOver(undefined);
            }}
            onDropOver={() => dragged && dragged !== item.id && move(dragged, index)}
            onStep={(by) => move(item.id, index + by)}
          />
        ))}
      </ol>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </>
  );
}

/** Optimistic order, until the draft has loaded or is replaced. */
function useOrderOf(items: readonly Movable[]) {
  const { draft, isCurrent } = useWork();
  const [own, setOwn] = useState<{ draft: Draft; order: readonly Movable[] }>();
  // An answer that arrives during the next step does not contain it yet.
  const isOver = own !== undefined && isCurrent && own.draft !== draft;
  useEffect(() => {
    if (isOver) setOwn(undefined);
  }, [isOver]);
  const setOrder = (order: readonly Movable[] | undefined) => setOwn(order && { draft, order });
  return [own && !isOver ? own.order : items, setOrder] as const;
}

type LineProps = Props & {
  readonly item: Movable;
  readonly isDragged: boolean;
  /** Where a drop would insert the dragged item. */
  readonly drop: 'before' | 'after' | undefined;
  readonly onOver: () => void;
  readonly onDrag: (id: string | undefined) => void;
  readonly onDropOver: () => void;
  readonly onStep: (by: -1 | 1) => void;
};

function Line(props: LineProps) {
  const { item, isDragged, drop, onDrag, onOver, onDropOver, onStep, onRemove, tools } = props;
  const say = useMessage();
  const handle = useRef<HTMLButtonElement>(null);
  const step = (by: -1 | 1) => {
    onStep(by);
    // A moved element loses focus; restore it for the next arrow key.
    requestAnimationFrame(() => handle.current?.focus());
  };
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!by) return;
    event.preventDefault();
    step(by);
  };
  const accept = (event: DragEvent) => event.preventDefault();
  return (
    <li
      className={styles.item}
      draggable
      data-state={isDragged ? 'dragged' : 'idle'}
      data-drop={drop}
      onDragStart={() => onDrag(item.id)}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => {
        accept(event);
        onOver();
      }}
      onDrop={(event) => {
        accept(event);
        onDropOver();
      }}
    >
      <button
        ref={handle}
        type="button"
        className={styles.handle}
        aria-label={say('configure.move', { item: item.label })}
        onKeyDown={onKey}
      >
        <Icon icon={GripVertical} size="small" />
      </button>
      <span className={styles.name}>{item.label}</span>
      {item.note && <span className={styles.note}>{item.note}</span>}
      {tools?.(item.id)}
      <Tools item={item} onStep={onStep} onRemove={onRemove} />
    </li>
  );
}

/** Buttons for the pointer; the keyboard uses arrow keys on the handle. */
function Tools({ item, onStep, onRemove }: Pick<LineProps, 'item' | 'onStep' | 'onRemove'>) {
  const say = useMessage();
  return (
    <>
      <IconButton
        icon={ArrowUp}
        size="small"
        excludeFromTabOrder
        label={say('configure.move.up', { item: item.label })}
        onPress={() => onStep(-1)}
      />
      <IconButton
        icon={ArrowDown}
        size="small"
        excludeFromTabOrder
        label={say('configure.move.down', { item: item.label })}
        onPress={() => onStep(1)}
      />
      {onRemove && (
        <IconButton
          icon={Trash2}
          size="small"
          label={say('ui.remove-item', { item: item.label })}
          onPress={() => onRemove(item.id)}
        />
      )}
    </>
  );
}
