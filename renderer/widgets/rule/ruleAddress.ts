import type { DataRecord, FieldModel } from '#engine';

/** Only the members that identify the record and its operands. */
export function addressOf({ rule }: FieldModel, record: DataRecord): DataRecord {
  const ours = Object.values(rule?.operands.by ?? {}).filter((name) => name !== null);
  const names = ['Id', ...ours];
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}
