import { useMemo } from 'react';
import type { GridBlock } from '#engine';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';

/** The block without hidden columns; a stable object while the same columns are hidden. */
export function useShownColumns(block: GridBlock, scope: ScreenScope): GridBlock {
  const around = expressionScope(scope);
  const gone = block.columns
    .filter(({ visible }) => evaluateOn(visible, around, true) !== true)
    .map(({ path }) => path)
    .join();
  return useMemo(() => {
    const paths = gone.split(',');
    return gone === ''
      ? block
      : { ...block, columns: block.columns.filter(({ path }) => !paths.includes(path)) };
  }, [block, gone]);
}
