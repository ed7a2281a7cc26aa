import { type CellProps, defineKindView } from './defineKindView.ts';
import { asText, labelOf } from './writers.ts';

export const files = defineKindView({
  kind: 'files',
  widget: 'files',
  write: (value) => (Array.isArray(value) ? value.map(labelOf).join(', ') : asText(value)),
  cell: FilesCell,
  isFluid: true,
});

/** One file by name, several by their number. */
function FilesCell({ value, text, say }: CellProps) {
  if (!Array.isArray(value) || value.length === 0) return '–';
  return (
    <span title={text}>{value.length === 1 ? text : say('ui.file.count', { count: value.length })}</span>
  );
}
