/** Uploads files of eligibility codes and plan codes to one of several processes. */
import type { DataRecord } from '#engine';
import type { Answer, Ask, Process } from './startTwo.ts';

export const manyCodes = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${name}-${String(at).padStart(7, '0')}`).join('\n');

export const manyPlans = (name: string, count: number): string =>
  [
    'Plan Code,Description',
    ...manyCodes(name, count)
      .split('\n')
      .map((code) => `${code},Plan`),
  ].join('\r\n');

/** A product in design without code lists, and its parameter for them. */
export async function productForCodes(ask: Ask): Promise<{ product: string; parameter: string }> {
  const items = async (path: string): Promise<readonly DataRecord[]> =>
    (await ask('GET', `${path}${path.includes('?') ? '&' : '?'}pageSize=0`)).body.Items;
  const taken = new Set((await items('/product/eligibilitycodelists')).map(({ ProductId }) => ProductId));
  const designs = await items(
    '/product?FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=InDesign',
  );
  for (const { Id } of designs) {
    const parameters = await items(`/product/${Id}/parameter`);
    const promo = parameters.find(({ SourceName }) => SourceName === 'Product.PromoCode');
    if (promo && !taken.has(Id)) return { product: String(Id), parameter: String(promo.Id) };
  }
  throw new Error('No product has parameters for codes and no list of them.');
}

type Sending = { readonly token: string; readonly content: string };

export function sendCodes(
  process: Process,
  { token, content, record }: Sending & { readonly record: object },
): Promise<Answer> {
  const form = new FormData();
  form.append('dto', new Blob([JSON.stringify(record)], { type: 'application/json' }));
  form.append('file', new Blob([content], { type: 'text/csv' }), 'codes.csv');
  return post(process, token, '/product/importeligibilitycodes', form);
}

export function sendPlans(process: Process, { token, content }: Sending): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'text/csv' }), 'codes.csv');
  form.append('FileName', new Blob(['"codes.csv"'], { type: 'application/json' }));
  return post(process, token, '/product/plancode/bmwfs/upload', form);
}

async function post({ origin }: Process, token: string, path: string, body: FormData): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
