import { useMemo } from 'react';
import type { GridBlock } from '#engine';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';

/** The block without hidden columns and layouts of other roles; stable while the same ones are hidden. */
export function useShownColumns(block: GridBlock, scope: ScreenScope): GridBlock {
  const around = expressionScope(scope);
  const { Roles } = scope.user;
  const gone = block.columns
    .filter(({ visible }) => evaluateOn(visible, around, true) !== true)
    .map(({ path }) => path)
    .join();
  const others = (block.layouts ?? [])
    .filter(({ roles }) => roles && !roles.some((role) => Roles.includes(role)))
    .map(({ id }) => id)
    .join();
  return useMemo(() => {
    if (gone === '' && others === '') return block;
    const [paths, ids] = [gone.split(','), others.split(',')];
    const { layouts, ...rest } = block;
    const open = layouts?.filter(({ id }) => !ids.includes(id));
    return {
      ...rest,
      columns: block.columns.filter(({ path }) => !paths.includes(path)),
      ...(open && open.length > 0 && { layouts: open }),
    };
  }, [block, gone, others]);
}
