import { type DragAndDropHooks, useDragAndDrop } from 'react-aria-components/useDragAndDrop';
import type { DataRecord } from '#engine';
import type { BoardValue, Moves } from './useMoves.ts';

/** The columns that a dragged card may be dropped on are its drag types, so the others refuse it early. */
const typeOf = (value: BoardValue): string => `application/x-board-column-${String(value).toLowerCase()}`;

/** Dragging the cards of a column, and dropping others on it. */
export function useCardDrag(
  cards: readonly DataRecord[],
  value: BoardValue,
  moves: Moves,
): DragAndDropHooks | undefined {
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: moves.isBusy,
    getItems: (ids) => [...ids].map((id) => itemOf(cards, String(id), moves)),
    acceptedDragTypes: [typeOf(value)],
    getDropOperation: () => 'move',
    onRootDrop: ({ items }) => {
      const [item] = items;
      if (!item || !('getText' in item)) return;
      void item.getText(typeOf(value)).then((id) => {
        const record = moves.dragged.get(id);
        moves.dragged.clear();
        if (record) void moves.move(record, value);
      });
    },
  });
  return dragAndDropHooks;
}

function itemOf(
  cards: readonly DataRecord[],
  id: string,
  { targetsOf, dragged }: Moves,
): Record<string, string> {
  const record = cards.find(({ Id }) => Id === id);
  if (!record) return { 'text/plain': id };
  dragged.set(id, record);
  const open = targetsOf(record).filter(({ refused }) => refused === undefined);
  return { 'text/plain': id, ...Object.fromEntries(open.map(({ to }) => [typeOf(to), id])) };
}
