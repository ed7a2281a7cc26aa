import type { DataRecord } from '#engine';
import type { RecordPage } from '../store/types.ts';
import { lookupItems } from './lookupItem.ts';
import type { OperationCall } from './OperationCall.ts';

/** The items of a lookup in declared order, each with its `DisplayName` in the caller's language. */
export function listLookup({ runtime, locale }: OperationCall, lookup: string): RecordPage {
  const items: readonly DataRecord[] = [...lookupItems(runtime.model, locale, lookup).values()];
  return { items, total: items.length };
}
