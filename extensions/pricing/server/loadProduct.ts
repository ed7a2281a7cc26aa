/** The product in a pricing path; 404 when it does not exist. */
import type { DataRecord } from '#engine';
import { type From, loadRecord } from '#server/extension';

export const loadProduct = (from: From, id: unknown): Promise<DataRecord> =>
  loadRecord(from, from.call.runtime.planOf('product'), String(id ?? '').toLowerCase());
