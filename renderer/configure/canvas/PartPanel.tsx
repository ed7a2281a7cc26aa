import { ArrowDown, ArrowUp, Lock, Trash2 } from 'lucide-react';
import { memo, type RefObject, useMemo, useState } from 'react';
import { useMessage } from '../../data/messages.tsx';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import form from '../form.module.css';
import { ColumnTools } from '../screens/ColumnDialog.tsx';
import { FilterTools } from '../screens/FilterDialog.tsx';
import styles from './canvas.module.css';
import { ItemPanel } from './ItemPanel.tsx';
import { keyOf, type Part } from './layout.ts';
import { SectionPanel } from './SectionPanel.tsx';
import type { Canvas } from './useCanvas.ts';
import type { CanvasActions } from './useCanvasActions.ts';
import { UnfinishedContext } from './useUnfinished.ts';

type Props = {
  readonly canvas: Canvas;
  readonly actions: CanvasActions;
  readonly root: RefObject<HTMLElement | null>;
  /** Returns to the canvas. */
  readonly onLeave: () => void;
};

/** The settings of the selected part. */
export const PartPanel = memo(function PartPanel({ canvas, actions, root, onLeave }: Props) {
  const say = useMessage();
  const { selected } = canvas;
  const [typed] = useState(() => new Map<string, unknown>());
  const part = selected ? keyOf(selected) : '';
  const unfinished = useMemo(() => ({ part, typed }), [part, typed]);
  return (
    <aside
      ref={root}
      className={styles.panel}
      aria-label={say('configure.canvas.panel')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onLeave();
      }}
    >
      {!selected && <p>{say('configure.canvas.none')}</p>}
      {selected && (
        <div key={part} className={form.form}>
          <h2>{canvas.nameOf(selected)}</h2>
          <Order {...{ canvas, actions }} part={selected} />
          <UnfinishedContext value={unfinished}>
            {selected.kind === 'item' && <ItemPanel {...{ canvas, actions }} field={selected.id} />}
            {selected.kind === 'section' && <SectionPanel {...{ canvas, actions }} id={selected.id} />}
          </UnfinishedContext>
          <ListTools canvas={canvas} part={selected} />
        </div>
      )}
    </aside>
  );
});

/** Moves and removes the part; what must stay says why. */
function Order({ canvas, actions, part }: Pick<Props, 'canvas' | 'actions'> & { part: Part }) {
  const say = useMessage();
  const item = canvas.nameOf(part);
  const refusal = canvas.refusalOf(part);
  return (
    <>
      <div className={form.buttons}>
        {([-1, 1] as const).map((by) => (
          <Button
            key={by}
            size="small"
            icon={<Icon icon={by < 0 ? ArrowUp : ArrowDown} size="small" />}
            onPress={() => actions.move(part, by)}
          >
            {say(by < 0 ? 'configure.canvas.earlier' : 'configure.canvas.later')}
          </Button>
        ))}
        <Button
          size="small"
          tone="caution"
          icon={<Icon icon={Trash2} size="small" />}
          label={say('ui.remove-item', { item })}
          {...(refusal && { refusal })}
          onPress={() => actions.remove(part)}
        >
          {say('configure.canvas.remove')}
        </Button>
      </div>
      {refusal && (
        <p className={styles.refusal}>
          <Icon icon={Lock} size="small" />
          {refusal}
        </p>
      )}
    </>
  );
}

function ListTools({ canvas, part }: Pick<Props, 'canvas'> & { part: Part }) {
  const { block, where, layout } = canvas;
  if (block.kind !== 'grid') return null;
  const column = part.kind === 'column' ? layout.columns.find(({ path }) => path === part.id) : undefined;
  const filter = part.kind === 'filter' ? layout.filters.find(({ path }) => path === part.id) : undefined;
  return (
    <>
      {column && <ColumnTools {...where} column={column} />}
      {filter && <FilterTools screen={where.screen} block={block} filter={filter} />}
    </>
  );
}
