import type { BoardLayout } from '#engine';
import { useModel } from '../../data/App.tsx';
import { useMessage } from '../../data/messages.tsx';
import type { BoardValue } from './useMoves.ts';

/** The name of a column. */
export function useValueName({ lookup }: BoardLayout): (value: BoardValue) => string {
  const [model, say] = [useModel(), useMessage()];
  return (value) => {
    const item = model.lookups.get(lookup)?.items.find(({ Id }) => Id === value);
    return item ? say(`lookup.${lookup}.${item.Name}`) : say('ui.board.none');
  };
}
