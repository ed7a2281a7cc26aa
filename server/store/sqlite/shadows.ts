/** What the columns beside a text hold. */
import type { Database } from 'better-sqlite3';
import { momentIn, textKey, uniqueKey } from '#engine';
import type { ShadowKind } from '../sql/columnSchema.ts';

const shadowOf: Record<ShadowKind, (text: string) => string> = { key: textKey, unique: uniqueKey };

/** The shadow of a text; null if empty. */
export function shadowValue(kind: ShadowKind, value: unknown): string | null {
  return typeof value === 'string' ? shadowOf[kind](value) : null;
}

/** SQL function that converts a moment to the local time of a zone. */
export const localTime = 'local_time';

/** Registers `text_key`, `unique_key` and `local_time`. Reading indexes and columns does not need them. */
export function registerFunctions(db: Database): void {
  const options = { deterministic: true, directOnly: true };
  db.function('text_key', options, (value: unknown) => shadowValue('key', value));
  db.function('unique_key', options, (value: unknown) => shadowValue('unique', value));
  db.function(localTime, options, (value: unknown, zone: unknown) =>
    typeof value === 'string' ? momentIn(value, String(zone)) : null,
  );
}
