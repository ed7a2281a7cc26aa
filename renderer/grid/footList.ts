import { createContext, useContext } from 'react';
import type { GridBlock, ScreenModel } from '#engine';

const FootContext = createContext<string | undefined>(undefined);

export const FootListProvider = FootContext.Provider;

/** The list whose actions are those of the page: the only one, on a screen without actions of its own. */
export function footList({ actions, blocks }: ScreenModel): string | undefined {
  const [only, ...others] = blocks.filter((block) => block.kind === 'grid');
  return only && others.length === 0 && actions.length === 0 ? only.id : undefined;
}

/** Whether the actions of this list are those of the page. */
export function useIsFootList(block: GridBlock): boolean {
  return useContext(FootContext) === block.id;
}
