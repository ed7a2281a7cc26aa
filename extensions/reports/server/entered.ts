import type { DataRecord } from '#engine';

/** The `DataSet` of a report whose rows are entered in its definition file. */
export const entered = 'ENTERDATA';

export const rowsOf = (value: unknown): readonly DataRecord[] =>
  Array.isArray(value) ? (value as readonly DataRecord[]) : [];
