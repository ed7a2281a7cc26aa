import type { InclusionProps } from './inclusionOptions.ts';
import { type ItemRow, type Relation, relationChanges } from './relations.ts';

/** Writes the relations of an item to its row and its partners' rows, as one step. */
export function applyRelations(
  { form, view, inclusion }: InclusionProps,
  row: ItemRow,
  chosen: ReadonlyMap<string, Relation>,
  rows: readonly ItemRow[],
): void {
  const changes = relationChanges(row, chosen, rows, inclusion);
  form.batch(() => {
    for (const { index, field, value } of changes) form.change(`${view.path}/${index}/${field}`, value);
  });
}
