import type { CSSProperties, DragEvent, KeyboardEvent } from 'react';
import { useState } from 'react';
import { type PrintFormatChange, paperOf } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import hidden from '../../parts/hidden.module.css';
import { PaperBlock } from './PaperBlock.tsx';
import styles from './paper.module.css';
import type { PrintBlock } from './printForm.ts';
import type { Preview } from './usePreview.ts';

type Props = {
  readonly paper: PrintFormatChange['paper'];
  readonly logo: PrintFormatChange['logo'];
  readonly blocks: readonly PrintBlock[];
  readonly preview: Preview | undefined;
  readonly selected: number;
  readonly select: (index: number) => void;
  readonly move: (from: number, to: number) => void;
  readonly remove: (index: number) => void;
  readonly isFixed: boolean;
};

/** What is typed may be no number yet, or one that does not fit. */
function boundedBetween(value: unknown, [least, most]: readonly [number, number], usual: number): number {
  return typeof value === 'number' ? Math.min(most, Math.max(least, value)) : usual;
}

const drawn = (margin: unknown): number => boundedBetween(margin, [5, 60], paperOf().margins.top);

/** In millimetres. */
const sizes = { letter: [215.9, 279.4], legal: [215.9, 355.6], A4: [210, 297] } as const;

/** The blocks on a page drawn to scale; a block is moved by dragging, or with Alt and the arrow keys. */
export function PaperCanvas(props: Props) {
  const { blocks, preview } = props;
  const say = useMessage();
  const { size, landscape, margins } = paperOf(props.paper);
  const [short, long] = sizes[size];
  const [wide, high] = landscape ? [long, short] : [short, long];
  const page = {
    ...{ '--paper-wide': wide, '--paper-high': high },
    ...{
      '--paper-top': drawn(margins.top),
      '--paper-right': drawn(margins.right),
      '--paper-bottom': drawn(margins.bottom),
      '--paper-left': drawn(margins.left),
    },
  } as CSSProperties;
  const edge = (at: Preview['Header'], name: string, logo?: Props['logo']) => (
    <div className={name}>
      {logo && (
        <img
          className={styles.logo}
          src={logo.image}
          alt=""
          style={{ height: `calc(var(--mm) * ${boundedBetween(logo.height, [4, 40], 10)})` }}
        />
      )}
      <span className={logo && styles.headText}>{at?.left}</span>
      <span>{at?.middle}</span>
      <span>{at?.hasPages ? say('configure.print.page-number') : ''}</span>
    </div>
  );
  return (
    <div className={styles.desk}>
      <div className={styles.page} style={page}>
        {edge(preview?.Header, styles.header as string, props.logo)}
        <ol className={styles.blocks} aria-label={say('configure.print.blocks')}>
          {blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity
            <Placed key={`${index} ${block.print}`} {...props} block={block} index={index} />
          ))}
        </ol>
        {edge(preview?.Footer, styles.footer as string)}
      </div>
    </div>
  );
}

/** The kind of data that a dragged block carries: its place. */
const dragged = 'application/x-print-block';

type PlacedProps = Props & { readonly block: PrintBlock; readonly index: number };

function Placed(props: PlacedProps) {
  const { block, index, preview, selected, select, move, isFixed } = props;
  const say = useMessage();
  const [isOver, setOver] = useState(false);
  const shown = preview?.Blocks.find((one) => one.index === index && one.kind === block.print);
  const name = say(`configure.print.block.${block.print}`);
  // Files and texts from elsewhere are left alone.
  const isBlock = ({ dataTransfer }: DragEvent) => !isFixed && dataTransfer.types.includes(dragged);
  const drop = (event: DragEvent) => {
    setOver(false);
    if (!isBlock(event)) return;
    event.preventDefault();
    move(Number(event.dataTransfer.getData(dragged)), index);
  };
  return (
    <li
      className={styles.placed}
      data-over={isOver || undefined}
      draggable={!isFixed}
      onDragStart={(event) => event.dataTransfer.setData(dragged, String(index))}
      onDragOver={(event) => {
        if (!isBlock(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <button
        type="button"
        className={styles.block}
        id={`print-block-${index}`}
        aria-pressed={selected === index}
        onClick={() => select(index)}
        onKeyDown={(event) => onKey(event, props)}
      >
        <span className={hidden.hidden}>{say('configure.print.block.at', { name, place: index + 1 })}</span>
        <PaperBlock block={block} shown={shown} name={name} />
      </button>
    </li>
  );
}

function onKey(event: KeyboardEvent, { index, blocks, move, remove, isFixed }: PlacedProps): void {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const isMove = step !== 0 && event.altKey;
  if (isFixed || (step === 0 && event.key !== 'Delete')) return;
  event.preventDefault();
  if (event.key === 'Delete') remove(index);
  else if (isMove) move(index, index + step);
  else focusBlock(Math.min(blocks.length - 1, Math.max(0, index + step)));
}

export function focusBlock(index: number): void {
  document.getElementById(`print-block-${index}`)?.focus();
}
