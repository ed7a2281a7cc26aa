/** What the columns beside a text hold. */
import type { Database } from 'better-sqlite3';
import { textKey, uniqueKey } from '#engine';
import type { ShadowKind } from './tableSchema.ts';

const shadowOf: Record<ShadowKind, (text: string) => string> = { key: textKey, unique: uniqueKey };

/** The shadow of a text; null of nothing. */
export function shadowValue(kind: ShadowKind, value: unknown): string | null {
  return typeof value === 'string' ? shadowOf[kind](value) : null;
}

/** Makes `text_key` and `unique_key` known to a connection. No index or column needs them to be read. */
export function registerFunctions(db: Database): void {
  const options = { deterministic: true, directOnly: true };
  db.function('text_key', options, (value: unknown) => shadowValue('key', value));
  db.function('unique_key', options, (value: unknown) => shadowValue('unique', value));
}
