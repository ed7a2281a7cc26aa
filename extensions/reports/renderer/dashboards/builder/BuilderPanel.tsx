import { Copy, GripVertical, MoveDiagonal2, Pencil, Trash2 } from 'lucide-react';
import type { KeyboardEvent, PointerEvent, RefObject } from 'react';
import { Card, Icon, IconButton, Skeleton, useMessage } from '#renderer';
import { PanelContent } from '../PanelContent.tsx';
import type { DashboardFilter, Panel } from '../types.ts';
import { usePanelPreview } from '../usePanelData.ts';
import styles from './builder.module.css';
import { columnsOfPage, sizeOf } from './places.ts';

type Props = {
  readonly panel: Panel;
  readonly filters: readonly DashboardFilter[];
  readonly place: number;
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly move: (to: number) => void;
  readonly resize: (size: { readonly width: number; readonly height: number }) => void;
  readonly edit: () => void;
  readonly copy: () => void;
  readonly remove: () => void;
};

/** A panel that is moved by dragging its handle, or by arrow keys on the handle. */
export function BuilderPanel(props: Props) {
  const { panel, filters } = props;
  const say = useMessage();
  const { data } = usePanelPreview(panel, filters);
  const title = data?.Title || panel.Title || say('building.panel');
  return (
    <Card
      id={`panel-${panel.Id}`}
      title={title}
      actions={
        <>
          <MoveHandle {...props} title={title} />
          <IconButton
            size="small"
            icon={Pencil}
            label={say('building.edit', { title })}
            onPress={props.edit}
          />
          <IconButton size="small" icon={Copy} label={say('building.copy', { title })} onPress={props.copy} />
          <IconButton
            size="small"
            icon={Trash2}
            label={say('building.remove', { title })}
            onPress={props.remove}
          />
        </>
      }
    >
      {data ? <PanelContent kind={panel.Kind} data={data} title={title} /> : <Skeleton lines={3} />}
      <ResizeHandle {...props} title={title} />
    </Card>
  );
}

type HandleProps = Props & { readonly title: string };

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function MoveHandle({ place, grid, move, title }: HandleProps) {
  const say = useMessage();
  const over = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-place]');
    const to =
      under instanceof HTMLElement && grid.current?.contains(under) ? under.dataset.place : undefined;
    if (to !== undefined && Number(to) !== place) move(Number(to));
  };
  const keys = (event: KeyboardEvent) => {
    const [across, down] = steps[event.key] ?? [0, 0];
    if (across + down === 0) return;
    event.preventDefault();
    move(place + across + down);
  };
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={say('building.move', { title })}
      title={say('building.move.how')}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={over}
      onKeyDown={keys}
    >
      <Icon icon={GripVertical} />
    </button>
  );
}

function ResizeHandle({ panel, grid, resize, title }: HandleProps) {
  const say = useMessage();
  const drag = (event: PointerEvent) => {
    const corner = event.currentTarget;
    const card = corner.closest('[data-place]')?.getBoundingClientRect();
    const page = grid.current;
    if (!corner.hasPointerCapture(event.pointerId) || !card || !page) return;
    const { rowGap, columnGap, gridAutoRows } = getComputedStyle(page);
    const row = Number.parseFloat(gridAutoRows) + Number.parseFloat(rowGap);
    const column = (page.clientWidth + Number.parseFloat(columnGap)) / columnsOfPage;
    resize({ width: (event.clientX - card.left) / column, height: (event.clientY - card.top) / row });
  };
  const keys = (event: KeyboardEvent) => {
    const [across, down] = steps[event.key] ?? [0, 0];
    if (across === 0 && down === 0) return;
    event.preventDefault();
    const { width, height } = sizeOf(panel);
    resize({ width: width + across, height: height + down });
  };
  return (
    <button
      type="button"
      className={styles.corner}
      aria-label={say('building.resize', { title })}
      title={say('building.resize.how')}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={keys}
    >
      <Icon icon={MoveDiagonal2} />
    </button>
  );
}
