import type { DataRecord } from '#engine';

/** What a report is called whose rows stand in its definition file. */
export const entered = 'ENTERDATA';

export const rowsOf = (value: unknown): readonly DataRecord[] =>
  Array.isArray(value) ? (value as readonly DataRecord[]) : [];
