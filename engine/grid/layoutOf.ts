/** The layout in which a list is shown. */
import type { GridBlock, LayoutModel } from '../types/modelTypes.ts';

/** Undefined: the list as declared. */
export function layoutOf({ layouts }: GridBlock, id: string | undefined): LayoutModel | undefined {
  return layouts?.find((layout) => layout.id === id);
}

/** The list as declared, in addresses and memory: some other layout may open first. */
export const plainList = 'list';
