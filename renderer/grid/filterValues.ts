import { activeFilters, type FilterModel, type GridBlock, type GridSnapshot } from '#engine';

/** How many filters narrow the list now. */
export function countFilters(block: GridBlock, values: GridSnapshot['filters']): number {
  return activeFilters(block, values).length;
}

/** True for a text that is being typed but is too short to ask the server for. */
export function isTooShort(filter: FilterModel, text: string): boolean {
  const length = [...text.trim()].length;
  return length > 0 && length < filter.minimumLength;
}

/** Whether the list asks for nothing yet, as no filter has a value. */
export function waitsForFilter(block: GridBlock, { filters }: GridSnapshot): boolean {
  return block.start !== undefined && activeFilters(block, filters).length === 0;
}
