import type { EntityTable, EntityTables } from '../entityTable.ts';
import { StoreConflict } from '../types.ts';
import type { MemoryDraft } from './memoryState.ts';

/** At the end of a transaction every reference must lead to a record, or it throws `StoreConflict`. */
export function checkReferences(draft: MemoryDraft, tables: EntityTables): void {
  for (const [entity, ids] of draft.changed) {
    const table = tables.get(entity);
    for (const id of ids) if (draft.read(entity).records.has(id)) checkForward(draft, table, id);
    const gone = new Set([...ids].filter((id) => !draft.read(entity).records.has(id)));
    if (gone.size > 0) checkBackward(draft, tables, { entity, gone });
  }
}

function checkForward(draft: MemoryDraft, table: EntityTable, id: string): void {
  const kept = draft.read(table.entity.id).records.get(id);
  for (const field of table.references) {
    const target = kept?.[field.name];
    if (typeof target === 'string' && !draft.read(field.ref.entity).records.has(target))
      throw broken(table, field.name);
  }
}

function checkBackward(
  draft: MemoryDraft,
  tables: EntityTables,
  of: { entity: string; gone: ReadonlySet<string> },
): void {
  for (const table of tables.all)
    for (const field of table.references.filter((each) => each.ref.entity === of.entity))
      for (const kept of draft.read(table.entity.id).records.values())
        if (of.gone.has(kept[field.name] as string)) throw broken(table, field.name);
}

function broken(table: EntityTable, constraint: string): StoreConflict {
  return new StoreConflict({ kind: 'reference', entity: table.entity.id, constraint });
}
