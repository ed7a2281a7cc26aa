import type { DataRecord, FieldModel } from '#engine';

/** What names the record and its operands, and nothing else of it. */
export function addressOf({ rule }: FieldModel, record: DataRecord): DataRecord {
  const ours = Object.values(rule?.operands.by ?? {}).filter((name) => name !== null);
  const names = ['Id', ...ours];
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}
