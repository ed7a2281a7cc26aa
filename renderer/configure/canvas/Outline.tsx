import { Lock } from 'lucide-react';
import { type KeyboardEvent, memo, useState } from 'react';
import type { BlockModel, ScreenModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { AreaSearch } from '../AreaSearch.tsx';
import { findChange } from '../changes.ts';
import { fold } from '../fold.ts';
import { usePlaceNames } from '../usePlaceNames.ts';
import { useWork } from '../work.tsx';
import styles from './canvas.module.css';
import { keyOf, type Layout, layoutOf, type Part } from './layout.ts';
import { borrowedFrom, type Canvas } from './useCanvas.ts';

type Props = {
  readonly screen: ScreenModel;
  readonly canvas: Canvas;
  readonly onBlock: (id: string, part?: Part) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/** All parts of the screen as a tree, with search; the keys of the canvas work here too. */
export const Outline = memo(function Outline({ screen, canvas, onBlock, onKeyDown }: Props) {
  const say = useMessage();
  const [search, setSearch] = useState('');
  const wanted = fold(search.trim());
  return (
    <nav className={styles.outline} aria-label={say('configure.canvas.outline')}>
      <AreaSearch
        id="canvas-search"
        label={say('configure.canvas.search')}
        placeholder={say('ui.search')}
        value={search}
        onChange={setSearch}
      />
      {screen.blocks.map((block) => (
        <BlockTree key={block.id} {...{ screen, block, canvas, onBlock, onKeyDown, wanted }} />
      ))}
    </nav>
  );
});

type TreeProps = Props & { readonly block: BlockModel; readonly wanted: string };

function BlockTree({ screen, block, canvas, onBlock, onKeyDown, wanted }: TreeProps) {
  const say = useMessage();
  const names = usePlaceNames();
  const { bundle, model, draft, say: label } = useWork();
  const isHere = block.id === canvas.block.id;
  const layout = isHere ? canvas.layout : layoutOf(block);
  const isLocked =
    borrowedFrom(bundle, screen, block) !== undefined || (block.kind !== 'form' && block.kind !== 'grid');
  const isOwn = findChange(draft.Changes, 'block', `${screen.id}.${block.id}`) !== undefined;
  const entity = 'entity' in block ? model.entities.get(block.entity) : undefined;
  const fieldName = (path: string) => {
    const field = entity?.fieldByPath.get(path);
    return field ? label(field.label) : path;
  };
  const lists = isLocked ? [] : listsOf(layout, fieldName, label, say);
  const title = say('ui.labelled', {
    label: say(`configure.block.${block.kind}`),
    text: names.block(screen, block.id),
  });
  const found = lists
    .map((list) => ({ ...list, parts: list.parts.filter(({ name }) => fold(name).includes(wanted)) }))
    .filter(
      ({ parts, head }) => wanted === '' || parts.length > 0 || (head && fold(head.name).includes(wanted)),
    );
  if (wanted !== '' && found.length === 0 && !fold(title).includes(wanted)) return null;
  const select = (part: Part) => (isHere ? canvas.select(part) : onBlock(block.id, part));
  const shared = { canvas: isHere ? canvas : undefined, select, onKeyDown };
  return (
    <details
      className={styles.tree}
      open={isHere || wanted !== ''}
      onToggle={({ currentTarget }) => currentTarget.open && !isHere && wanted === '' && onBlock(block.id)}
    >
      <summary className={styles.branch} data-current={isHere || undefined}>
        {isLocked && !isOwn && <Icon icon={Lock} size="small" />}
        {title}
      </summary>
      {found.map(({ id, title: heading, head, parts }) => (
        <div key={id} className={styles.group}>
          {head ? (
            <Leaf {...shared} part={head.part} name={head.name} isHead />
          ) : (
            <h2 className={styles.groupTitle}>{heading}</h2>
          )}
          <ul aria-label={heading} className={styles.leaves}>
            {parts.map(({ part, name, note }) => (
              <li key={keyOf(part)}>
                <Leaf {...shared} part={part} name={name} note={note} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  );
}

type Named = { readonly part: Part; readonly name: string; readonly note?: string | undefined };
type List = {
  readonly id: string;
  readonly title: string;
  readonly head?: Named;
  readonly parts: readonly Named[];
};

function listsOf(
  { sections, columns, filters }: Layout,
  fieldName: (path: string) => string,
  label: (key: string) => string,
  say: (key: string) => string,
): readonly List[] {
  const members = (
    kind: 'column' | 'filter',
    all: readonly { path: string; title: string; hidden?: boolean }[],
  ): readonly List[] =>
    all.length === 0
      ? []
      : [
          {
            id: kind,
            title: say(`configure.grid.${kind}s`),
            parts: all.map(({ path, title, hidden }) => ({
              part: { kind, id: path },
              name: label(title),
              note: hidden ? say('configure.column.hidden') : undefined,
            })),
          },
        ];
  return [
    ...sections.map((section): List => {
      const named = section.title ?? section.tab;
      const title = named ? label(named) : say('configure.section.untitled');
      return {
        id: section.id,
        title,
        head: { part: { kind: 'section', id: section.id }, name: title },
        parts: section.items.map(({ field }) => ({
          part: { kind: 'item', id: field },
          name: fieldName(field),
        })),
      };
    }),
    ...members('column', columns),
    ...members('filter', filters),
  ];
}

type LeafProps = Named & {
  readonly canvas: Canvas | undefined;
  readonly select: (part: Part) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly isHead?: boolean;
};

function Leaf({ part, name, note, canvas, select, onKeyDown, isHead = false }: LeafProps) {
  const isSelected = canvas?.selected !== undefined && keyOf(canvas.selected) === keyOf(part);
  return (
    <button
      type="button"
      className={styles.leaf}
      data-head={isHead || undefined}
      aria-current={isSelected || undefined}
      onClick={() => select(part)}
      onFocus={() => canvas?.select(part)}
      onKeyDown={(event) =>
        (event.altKey || event.key === 'Delete' || event.key === 'Escape') && onKeyDown(event)
      }
    >
      {name}
      {note && <span className={styles.note}>{note}</span>}
    </button>
  );
}
