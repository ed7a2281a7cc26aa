import type { DataRecord, ExpandModel } from '#engine';
import type { SqlTables } from '../sql/sqlTables.ts';
import { fieldsOf } from './beside.ts';
import type { BesideRows } from './together.ts';

type Wanted = {
  readonly entity: string;
  readonly ids: readonly string[];
  readonly expands: readonly ExpandModel[];
};

/** The wanted records among those that were read beside others; each caller gets its own. */
export function loadBeside(
  { tables }: SqlTables,
  beside: readonly BesideRows[],
  { entity, ids, expands }: Wanted,
): readonly DataRecord[] {
  const ofEntity = beside.filter(({ of }) => of.entity === entity);
  if (ofEntity.length === 0) return [];
  const fields = fieldsOf(tables.get(entity), expands).join();
  const wanted = new Set(ids);
  const found = new Map<unknown, DataRecord>();
  for (const { of, rows } of ofEntity) {
    const at = of.select.places.get('Id') ?? 0;
    if (of.fields !== fields) continue;
    for (const row of rows)
      if (wanted.has(String(row[at])) && !found.has(row[at]))
        found.set(
          row[at],
          of.select.decode(row, () => undefined),
        );
  }
  return [...found.values()];
}
