import { parseTable } from '#engine';

/** Whether the clipboard contains cells rather than text for the focused field. */
export function isBlock(text: string, target: EventTarget | null): boolean {
  const isManyLines = target instanceof HTMLTextAreaElement;
  const table = parseTable(text);
  if (table.length > 1 || (table[0]?.length ?? 0) > 1) return !isManyLines || text.includes('\t');
  // A single cell that the spreadsheet quoted because it has several lines.
  return /^"[\s\S]*[\n\r]/.test(text) && table[0]?.[0] !== text.replace(/\r?\n$/, '');
}
