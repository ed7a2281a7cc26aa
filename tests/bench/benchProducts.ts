/** 100,000 products, for our server and for the one written by hand. */
import { type DataRecord, formatMessage, type Model } from '#engine';
import type { Store } from '#server/app';
import { storedFields } from '../../server/operations/storedFields.ts';
import type { ScanPlace } from '../../server/store/types.ts';
import type { HandData } from './handWrittenServer.ts';

const products = 100_000;
/** Products that are held in memory at once. */
const batch = 5000;

/** Copies of the sample products under new names, with what `more` says of the n-th; gives the ids of those that can be edited. */
export async function fillProducts(
  store: Store,
  model: Model,
  more?: (n: number) => DataRecord,
): Promise<readonly string[]> {
  const fields = model.entities.get('product')?.fields ?? [];
  const { items } = await store.find({ entity: 'product' });
  const samples = items.map((item) => storedFields(fields, item));
  const ids: string[] = [];
  for (let from = samples.length; from < products; from += batch) {
    const copies = Array.from({ length: Math.min(batch, products - from) }, (_, index) => ({
      ...copyOf(samples, from + index),
      ...more?.(from + index),
    }));
    const count = await store.insertMany('product', copies);
    if (count !== copies.length) throw new Error(`Only ${count} of ${copies.length} products went in.`);
    for (const copy of copies) if (copy.ProductStateTypeId === 1) ids.push(copy.Id);
  }
  return ids;
}

function copyOf(samples: readonly DataRecord[], n: number) {
  const source = samples[n % samples.length] as DataRecord;
  const launch = new Date(Date.UTC(2015, 0, 1 + (n % 4000))).toISOString().slice(0, 10);
  return {
    ...source,
    Id: `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
    Name: `${source.Name} ${n}`,
    Code: `${source.Code}-${n}`,
    LaunchDate: launch,
    EndDate: undefined,
  } as DataRecord & { readonly Id: string };
}

/** The same records for the server written by hand. */
export async function handData(store: Store, model: Model): Promise<HandData> {
  const all = async (entity: string) => (await store.find({ entity })).items;
  const columns = (model.entities.get('product')?.fields ?? [])
    .filter((field) => field.stored)
    .map((field) => ({ name: field.name, kind: kindOf(field.kind) }));
  const states = (model.lookups.get('product-state-type')?.items ?? []).map(({ Id, Name }) => ({
    Id: Id as number,
    Name,
    DisplayName: formatMessage(model, 'en-CA', `lookup.product-state-type.${Name}`),
  }));
  const [brand, underwriter, type, group] = await Promise.all(
    ['brand', 'underwriter', 'product-type', 'product-group'].map(all),
  );
  return {
    brand: brand!,
    underwriter: underwriter!,
    'product-type': type!,
    'product-group': group!,
    product: productsOf(store),
    states,
    columns,
    token: 'hand',
  };
}

async function* productsOf(store: Store): AsyncGenerator<readonly DataRecord[]> {
  let after: ScanPlace | undefined;
  do {
    const piece = await store.scan({ entity: 'product', size: batch, after });
    yield piece.items;
    after = piece.next;
  } while (after !== undefined);
}

function kindOf(kind: string): 'text' | 'number' | 'boolean' | 'json' {
  if (kind === 'boolean') return 'boolean';
  if (['rows', 'object', 'json', 'references'].includes(kind)) return 'json';
  return ['integer', 'decimal', 'money', 'percent', 'choice', 'flags'].includes(kind) ? 'number' : 'text';
}
