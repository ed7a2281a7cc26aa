/** The product a pricing path speaks of; 404 when there is none. */
import type { DataRecord } from '#engine';
import { type From, loadRecord } from '#server/extension';

export const loadProduct = (from: From, id: unknown): Promise<DataRecord> =>
  loadRecord(from, from.call.runtime.planOf('product'), String(id ?? '').toLowerCase());
