/** Comparison of two rate cards, and the effect of a changed formula on the prices of one. */
import { beforeAll, expect, it } from 'vitest';
import { type Clients, createClients, filter } from './support/createClients.ts';
import type { Answer, Ask } from './support/startApp.ts';

type Body = Answer['body'];

let clients: Clients;
let pricing: Ask;
let product: string;
let autumn: string;
let summer: string;
let formula: Body;

const path = (more: string, card = autumn) => `/pricing/product/${product}/ratecard/${card}/${more}`;
const changes = async (more: string, body: object): Promise<Body> => {
  const answer = await pricing('POST', path(more), body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
/** The formula with another base step. */
const withBase = (Expression: string) => {
  const [base, ...others] = formula.Steps;
  const { LookUpTables } = formula;
  return { Formula: { LookUpTables, Steps: [{ ...base, Expression }, ...others] } };
};

beforeAll(async () => {
  clients = await createClients('sqlite');
  pricing = await clients.app.as('pricing');
  product = (await pricing('GET', `/product?pageSize=1&${filter('Code', 'BOR-TIR-30')}`)).body.Items[0].Id;
  const { Items } = (await pricing('GET', `/pricing/product/${product}/ratecard`)).body;
  [autumn, summer] = Items.map(({ Id }: Body) => Id);
  formula = (await pricing('GET', `/pricing/product/${product}/formula`)).body;
  return () => clients.app.store.close();
});

it('two cards are compared price by price: counts, bands, the largest changes, and the rows behind them', async () => {
  const found = await changes('compare', { With: summer, PageSize: 5 });
  // The older card is at 96 percent of the newer one: everything rose by a little over 4 percent.
  expect(found).toMatchObject({ Compared: 126, Rises: 126, Falls: 0, Added: 0, Gone: 0, LargestFall: null });
  expect(found.MeanPercent).toBeCloseTo(4.17, 2);
  expect(found.Bands.map(({ Count }: Body) => Count)).toEqual([0, 0, 0, 0, 0, 126, 0, 0, 0]);
  expect([found.Items.length, found.TotalItems]).toEqual([5, 126]);
  expect(found.Items[0]).toEqual(found.LargestRise);
  expect(found.LargestRise.Values).toEqual(['Gold', '84 months', 'F']);
  const [largest] = (
    await pricing('POST', path('rates'), { SortField: 'Price', SortDirection: 0, PageSize: 1 })
  ).body.Items;
  expect([largest.Row, largest.Price]).toEqual([found.LargestRise.Row, found.LargestRise.After]);
  const one = await changes('compare', {
    With: summer,
    Filters: { Plan: 'Gold', 'Policy.TermMonth': 12 },
  });
  expect([one.Compared, one.TotalItems, one.Gone]).toEqual([6, 6, 0]);
  const none = await changes('compare', { With: summer, Band: 4 });
  expect([none.Items, none.TotalItems]).toEqual([[], 0]);
  const same = await changes('compare', { With: autumn, Band: 4 });
  expect([same.Rises, same.Falls, same.TotalItems, same.MeanPercent]).toEqual([0, 0, 126, 0]);
});

it('the effect of a changed formula on every price of the card is previewed, and nothing is saved', async () => {
  expect(await changes('whatif', {})).toMatchObject({ Compared: 126, Rises: 0, Falls: 0, Holes: 0 });
  const dearer = await changes('whatif', withBase("$table('Base') * ($plan = 'Gold' ? 1.1 : 1)"));
  expect([dearer.Compared, dearer.Rises, dearer.Falls]).toEqual([126, 42, 0]);
  expect(dearer.Items.every(({ Values: [plan] }: Body) => plan === 'Gold')).toBe(true);
  const [step] = dearer.Items;
  expect(step.Change).toBeCloseTo(step.After - step.Before, 6);
  const lower = await changes('whatif', withBase("$table('Base') - 10"));
  expect([lower.Falls, lower.Rises, lower.LargestFall.Change]).toEqual([126, 0, -15.95]);
  // A parameter that the card does not have: each price applied to all of its values.
  const finer = await changes('whatif', withBase("$table('Base') + (Vehicle.CPO ? 5 : 0)"));
  expect([finer.Compared, finer.Rises]).toEqual([252, 126]);
  const table = { ...formula, LookUpTables: [{ Name: 'Base', Cells: 'Policy.TermMonth\tValue\n12\t100' }] };
  const { Steps, LookUpTables } = table;
  const answer = await pricing('POST', path('whatif'), { Formula: { Steps, LookUpTables } });
  expect(answer.body.Message).toBe(
    'The other prices depend on Vehicle class, which this card does not have.',
  );
  expect((await pricing('GET', `/pricing/product/${product}/formula`)).body.Steps).toEqual(formula.Steps);
  expect((await changes('whatif', {})).Rises).toBe(0);
});

it('incomparable cards are refused, and a login is enough to compare', async () => {
  const ask = async (more: string, body: object, as = pricing) => (await as('POST', path(more), body)).status;
  expect(await ask('whatif', withBase('$nothing + 1'))).toBe(422);
  expect(await ask('whatif', withBase('1 / 0'))).toBe(422);
  expect(await ask('compare', { With: product })).toBe(404);
  expect(await ask('compare', {})).toBeGreaterThanOrEqual(400);
  expect(await ask('compare', { With: summer, Filters: { 'Not.There': 1 } })).toBe(400);
  const empty = (await pricing('POST', `/pricing/product/${product}/ratecard`, { Name: 'Empty' })).body.Id;
  expect(await ask('compare', { With: empty })).toBe(422);
  expect(await ask('compare', { With: summer }, clients.viewer)).toBe(200);
  expect(await ask('compare', { With: summer }, clients.nobody)).toBe(401);
});
