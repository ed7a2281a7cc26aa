/** The demo prices are those of their formulas. */
import { beforeAll, expect, it } from 'vitest';
import { type Clients, createClients, filter } from './support/createClients.ts';
import { sender } from './support/sheets.ts';
import type { Answer } from './support/startApp.ts';
import { textOfPdf } from './support/textOfPdf.ts';

type Body = Answer['body'];

let clients: Clients;

beforeAll(async () => {
  clients = await createClients('sqlite');
  return () => clients.app.store.close();
});

const get = async (path: string): Promise<Body> => (await clients.admin('GET', path)).body;
const productOf = async (code: string): Promise<Body> =>
  (await get(`/product?pageSize=1&${filter('Code', code)}`)).Items[0];
const cardsOf = async ({ Id }: Body): Promise<Body[]> => (await get(`/pricing/product/${Id}/ratecard`)).Items;

it.each(['BOR-TIR-30', 'MRA-APP-30'])(
  'the formula of %s is valid, with an example that holds',
  async (code) => {
    const product = await productOf(code);
    const { IsPricingFormulaValid, Problems, Warnings, Steps, Examples } = await get(
      `/pricing/product/${product.Id}/formula`,
    );
    expect([IsPricingFormulaValid, Problems, Warnings]).toEqual([true, [], []]);
    expect([Steps.length, Examples.length]).toEqual([4, 1]);
    expect(product.IsPricingFormulaValid).toBe(true);
    expect(await cardsOf(product)).not.toEqual([]);
  },
);

it('a card generated from the formula equals the demo card', async () => {
  const product = await productOf('BOR-TIR-30');
  const [autumn] = await cardsOf(product);
  const path = (id: string) => `/pricing/product/${product.Id}/ratecard/${id}`;
  const rates = async (id: string) =>
    (await clients.admin('POST', `${path(id)}/rates`, { PageSize: 1000 })).body;
  const before = await rates(autumn.Id);
  expect(before.TotalItems).toBe(126);
  const made = await clients.admin('POST', `/pricing/product/${product.Id}/ratecard`, { Name: 'Anew' });
  const { JobId } = (await clients.admin('POST', `${path(made.body.Id)}/generate`, {})).body;
  while ((await get(`/job/${JobId}`)).Status === 'running') await new Promise((done) => setImmediate(done));
  expect(await rates(made.body.Id)).toEqual(before);
});

it('a demo price list is in French on request', async () => {
  const product = await productOf('BOR-TIR-30');
  const [card] = await cardsOf(product);
  const [dealer] = (await clients.app.store.find({ entity: 'dealer' })).items;
  const send = await sender(clients.app, 'admin');
  const list = async (language: string) => {
    const path = `/pricing/product/${product.Id}/pricingpdf/${card.Id}/${dealer?.Id}/Gold`;
    return textOfPdf((await send('GET', path, undefined, { 'accept-language': language })).bytes);
  };
  const words = ['Durée en mois', 'Classe de véhicule', '24 mois', 'Risques de la route', 'Or · '];
  const [french, english] = [await list('fr-CA'), await list('en-CA')];
  expect(words.filter((word) => !french.includes(word))).toEqual([]);
  expect(['Term in months', '24 months', 'Gold · '].filter((word) => !english.includes(word))).toEqual([]);
});
