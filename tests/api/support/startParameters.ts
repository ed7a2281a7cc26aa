/** Shared by the tests of parameters: new products, and parameters to create in them. */
import { type Answer, type Ask, type StoreKind, startApp } from './startApp.ts';

export type Stored = { readonly Id: string; readonly Name: string } & Record<string, unknown>;

/** Ids of the value types. */
export const types = { text: 1, integer: 2, decimal: 3, boolean: 4, moment: 5, guid: 6 };

type Place = { readonly of?: Stored; readonly by?: Ask };

/** The app with a product in design, and calls that create, change and read its parameters. */
export async function startParameters(kind: StoreKind) {
  const app = await startApp({ store: kind });
  const [admin, manager, viewer, profiles] = await Promise.all([
    app.as('admin'),
    app.as('manager'),
    app.as('viewer'),
    app.as('profiles'),
  ]);
  let products = 0;
  /** A new product, In Design and empty. */
  const newProduct = async (): Promise<Stored> => {
    const { body } = await admin('GET', '/product?pageSize=1');
    const { BrandId, UnderwriterId, ProductTypeId } = body.Items[0];
    products += 1;
    const made = await admin('POST', '/product', {
      ...{
        BrandId,
        UnderwriterId,
        ProductTypeId,
        QuoteExpiryInDays: 30,
        Version: '1',
        LaunchDate: '2027-01-01',
      },
      ...{ Name: `Parameters ${products}`, Code: `PAR-${products}`, Description: 'For tests.' },
    });
    return (await admin('GET', `/product/${made.body.Id}`)).body;
  };
  const product = await newProduct();
  const create = (parameter: object, { of = product, by = manager }: Place = {}): Promise<Answer> =>
    by('POST', `/product/${of.Id}/parameter`, parameter);
  const update = (
    id: string,
    parameter: object,
    { of = product, by = manager }: Place = {},
  ): Promise<Answer> => by('PUT', `/product/${of.Id}/parameter/${id}`, parameter);
  const get = async (id: string): Promise<Stored> => (await manager('GET', `/product/parameter/${id}`)).body;
  const odometer = async (): Promise<Stored> =>
    (await create({ ...called('Odometer'), ParameterValueTypeId: types.integer })).body;
  return { app, admin, manager, viewer, profiles, product, newProduct, create, update, get, odometer };
}

export type Parameters = Awaited<ReturnType<typeof startParameters>>;

let names = 0;

/** A unique name and source name. */
export function called(name: string): { readonly Name: string; readonly SourceName: string } {
  names += 1;
  return { Name: `${name} ${names}`, SourceName: `Policy.${name}${names}` };
}

/** A mapped parameter of whole numbers with three values. */
export function terms(more: object = {}) {
  return {
    ...called('Term'),
    ParameterValueTypeId: types.integer,
    IsMapped: true,
    ParameterValues: [12, 24, 36].map((IntValue) => ({ Name: `${IntValue} months`, IntValue })),
    ...more,
  };
}

/** `[low, high)`; null is no bound. */
export function range(low: number | null, high: number | null) {
  return {
    ...{ LowEndpoint: low, OpeningIntervalType: low === null ? 0 : 1 },
    ...{ HighEndpoint: high, ClosingIntervalType: 0 },
  };
}

/** A range parameter over a base, with these ranges. */
export function rangeOver(base: Stored, ranges: readonly object[]) {
  const { Name } = called('Range');
  return {
    ...{
      Name,
      SourceName: `${Name.replace(' ', '')}.${base.SourceName}`,
      ParameterValueTypeId: types.integer,
    },
    ...{ GroupedParameterId: base.Id, ParameterValues: ranges.map((Range) => ({ Range })) },
  };
}

/** A grouping of a base's values: group name → the values in it. */
export function groupsOver(base: Stored, groups: readonly object[], prefix = 'Group') {
  return {
    ...{ Name: `${prefix} of ${base.Name}`, SourceName: `${prefix}.${base.SourceName}` },
    ...{ GroupedParameterId: base.Id, ParameterValueTypeId: types.text, ParameterValues: groups },
  };
}

/** Status and first sentence of an answer. */
export const first = ({ status, body }: Answer): string => `${status} ${body.Message}`;

/** An equality filter as query. */
export const where = (path: string, value: string): string =>
  `FilterProperty=${path}&FilterOperator=eq&FilterValue=${value}`;
