/** The product a pricing path speaks of; 404 when there is none. */
import type { DataRecord } from '#engine';
import { loadRecord } from '../../operations/loadRecord.ts';
import type { From } from '../../operations/ruleTexts/loadOperandValues.ts';

export const loadProduct = (from: From, id: unknown): Promise<DataRecord> =>
  loadRecord(from, from.call.runtime.planOf('product'), String(id ?? '').toLowerCase());
